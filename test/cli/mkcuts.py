#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""mkcuts.py SEED [more|rows]: a random C program whose calls are cut anywhere.

By exit(), abort(), longjmp().  With "more" also by signals without a handler, and handlers of
signals that siglongjmp() or _exit() leaves, on a stack of their own, in threads that end by
pthread_exit() or are cancelled, in callables of pthread_once(), and by exec that succeeds or fails.
With "rows" most calls are in rows of statements without a branch in between, in lines of their own
or several in one, in statement expressions, in the cases of a switch, in scopes that end in a call.
What it does follows from its argument alone, so that two builds do the same.
"""
import random
import sys

N = 9
HEAD = """#include <setjmp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static jmp_buf env[8];
static volatile int depth, fuel = 300, sum;
static volatile unsigned state;
static unsigned draw(unsigned n)
{
\tstate = state * 1103515245u + 12345u;
\treturn (state >> 16) % n;
}
static int in_child(void (*fn)(void))
{
\tint status;

\tif (fork()) {
\t\twait(&status);
\t\treturn 0;
\t}
\tdepth = 0;
\tfn();
\treturn 1;
}
"""


# One thread at a time runs, each with its own targets of longjmp().
MORE = """#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static __thread sigjmp_buf env[8];
static __thread volatile int depth;
static __thread void (*callee)(void);
static volatile int fuel = 300, sum, waiting, in_thread;
static volatile unsigned state;
static unsigned draw(unsigned n)
{
\tstate = state * 1103515245u + 12345u;
\treturn (state >> 16) % n;
}
static int in_child(void (*fn)(void))
{
\tint status;

\tif (fork()) {
\t\twait(&status);
\t\treturn 0;
\t}
\tdepth = 0;
\tfn();
\treturn 1;
}
static void handler(int sig)
{
\tsum++;
\tif (sig == SIGUSR2 && !draw(2))
\t\treturn;
\tif (depth && draw(8))
\t\tsiglongjmp(env[depth - 1], 1);
\tif (!draw(3))
\t\t_exit(0);
\tsum--;
}
static int spin(int n)
{
\tint i, all = n;

\tif (n > 50)
\t\tall *= 3;
\t*(volatile int *)(n % 5 ? &all : (int *)0) = 4;
\tfor (i = 0; i < n; i++)
\t\tall ^= i;
\tif (all == 77)
\t\tall++;
\treturn all;
}
static void *start(void *fn)
{
\tdepth = 0;
\t(*(void (**)(void))fn)();
\tsum += 2;
\tif (!draw(3))
\t\tpthread_exit(NULL);
\tsum += 3;
\twhile (!draw(2)) {
\t\tsum++;
\t\tpthread_testcancel();
\t}
\tsum += 4;
\treturn NULL;
}
static void cleanup(void *arg)
{
\tsum += !arg;
}
static void stop(void)
{
\tpthread_cleanup_push(cleanup, NULL);
\tif (in_thread && draw(3)) {
\t\tpthread_cancel(pthread_self());
\t\tsum++;
\t\tpthread_testcancel();
\t\tsum--;
\t}
\tpthread_cleanup_pop(0);
\tsum++;
}
static void thread(void (*fn)(void))
{
\tpthread_t t;

\tif (in_thread)
\t\treturn;
\tin_thread = 1;
\tif (!pthread_create(&t, NULL, start, &fn))
\t\tpthread_join(t, NULL);
\tin_thread = 0;
}
static void call(void)
{
\tcallee();
\tsum++;
}
static void once(void (*fn)(void))
{
\tpthread_once_t control = PTHREAD_ONCE_INIT;

\tcallee = fn;
\tpthread_once(&control, call);
\tsum++;
}
static void execute(const char *path)
{
\texecl(path, path, (char *)NULL);
\tsum++;
}
static void prepare(int x)
{
\tstatic char stack[65536];
\tstack_t other = { .ss_sp = stack, .ss_size = sizeof(stack) };
\tstruct sigaction a = { .sa_handler = handler };

\tif (x & 1) {
\t\tsigaltstack(&other, NULL);
\t\ta.sa_flags = SA_ONSTACK;
\t}
\tsigaction(SIGUSR1, &a, NULL);
\tsigaction(SIGUSR2, &a, NULL);
\ta.sa_flags |= SA_NODEFER;
\tsigaction(SIGSEGV, &a, NULL);
}
"""


ROWS = """static int cut(int n)
{
\tif (!draw(n)) {
\t\tif (depth && draw(4))
\t\t\tlongjmp(env[depth - 1], 1);
\t\tif (!draw(4))
\t\t\texit(0);
\t}
\treturn n;
}
static void clean(int *n)
{
\tcut(*n);
\tsum++;
}
"""


class Maker:
    def __init__(self, seed, more=False, rows=False):
        self.random = random.Random(seed)
        self.more = more
        self.rows = rows
        head = HEAD.replace("void (*fn)", "int (*fn)") + ROWS if rows else HEAD
        self.lines = (MORE if more else head).splitlines()

    def add(self, level, text):
        self.lines.append("\t" * level + text)

    def jump(self):
        return "siglongjmp(env[depth - 1], 1);" if self.more else "longjmp(env[depth - 1], 1);"

    def target(self, room):
        return "sigsetjmp(env[here%d], 1)" % room if self.more else "setjmp(env[here%d])" % room

    def special(self, level, at):
        kind = self.random.randrange(8)
        later = "f%d" % self.random.randrange(at + 1, N) if at + 1 < N else "stop"
        if kind < 2:
            self.add(level, "raise(%s);" % self.random.choice(["SIGUSR1", "SIGUSR2"]))
        elif kind == 2:
            self.add(level, "if (depth && !draw(3))")
            self.add(level + 1, "sum += spin(draw(100));")
        elif kind == 3:
            self.add(level, "if (!draw(4))")
            self.add(level + 1, "thread(%s);" % later)
        elif kind == 4:
            self.add(level, "once(%s);" % later)
        elif kind == 5:
            self.add(level, "if (!draw(3))")
            self.add(level + 1, "execute(\"/nonexistent/program\");")
        elif kind == 6:
            self.add(level, "if (!draw(40))")
            self.add(level + 1, "execute(\"%s\");" % self.random.choice(["/bin/true", "/tmp"]))
        else:
            self.add(level, "if (in_thread && !draw(2))")
            self.add(level + 1, self.random.choice(["stop();", "pthread_exit(NULL);"]))

    def simple(self, level, at):
        if self.more and self.random.randrange(3) == 0:
            self.special(level, at)
            return
        kind = self.random.randrange(20)
        if kind < 7 and at + 1 < N:
            self.add(level, "f%d();" % self.random.randrange(at + 1, min(at + 4, N)))
        elif kind < 9:
            self.add(level, "if (depth && !draw(3))")
            self.add(level + 1, self.jump())
        elif kind == 9:
            self.add(level, "if (!draw(%d))" % self.random.randrange(10, 60))
            ends = ["exit(0);", "_exit(0);", "abort();"]
            # Signals that have no handler.
            if self.more:
                ends += ["raise(SIGTERM);", "kill(getpid(), SIGHUP);", "__builtin_trap();",
                         "*(volatile int *)(long)sum = 1;"]
            self.add(level + 1, self.random.choice(ends))
        elif kind < 12:
            self.add(level, "if (!draw(4))")
            self.add(level + 1, "goto out;")
        elif kind == 12 and at + 1 < N:
            self.add(level, "if (!draw(8) && in_child(f%d))" % self.random.randrange(at + 1, N))
            self.add(level + 1, "_exit(0);")
        else:
            self.add(level, "sum += %d;" % self.random.randrange(100))

    def call(self, at):
        if at + 1 < N and self.random.randrange(3):
            return "f%d()" % self.random.randrange(at + 1, min(at + 4, N))
        return "cut(%d)" % self.random.randrange(2, 40)

    def scope(self, level, at):
        """Of a variable with a size that is not constant, or with a cleanup."""
        self.add(level, "{")
        if self.random.randrange(2):
            self.add(level + 1, "char vla[draw(9) + 1];")
            self.add(level + 1, "vla[0] = 3;")
        else:
            self.add(level + 1, "int held __attribute__((cleanup(clean)));")
            self.add(level + 1, "held = %d;" % self.random.randrange(20, 90))
        self.add(level + 1, self.call(at) + ";")
        self.add(level + 1, "sum++;")
        self.add(level + 1, self.call(at) + ";")
        self.add(level, "}")

    def switch(self, level, at):
        """Some cases go on in the next one."""
        self.add(level, "switch (draw(4)) {")
        for case in range(3):
            self.add(level, "case %d:" % case)
            self.add(level + 1, self.call(at) + ";")
            self.add(level + 1, "sum += %d;" % case)
            if self.random.randrange(2):
                self.add(level + 1, "break;")
        self.add(level, "default:")
        self.add(level + 1, "%s, sum++;" % self.call(at))
        self.add(level, "}")

    def row(self, level, at):
        for _ in range(self.random.randrange(1, 6)):
            kind = self.random.randrange(11)
            if kind < 3:
                self.add(level, self.call(at) + ";")
            elif kind == 3:
                self.add(level, "%s, sum++, %s;" % (self.call(at), self.call(at)))
            elif kind == 4:
                self.add(level, "sum += (cut(%d)," % self.random.randrange(2, 40))
                self.add(level + 1, "cut(%d)," % self.random.randrange(2, 40))
                self.add(level + 1, "%s);" % self.call(at))
            elif kind == 5:
                self.add(level, "cut(cut(%d));" % self.random.randrange(2, 40))
            elif kind == 8:
                self.add(level, "sum += ({")
                self.add(level + 1, "%s;" % self.call(at))
                self.add(level + 1, "%s;" % self.call(at))
                self.add(level, "});")
            elif kind == 9:
                self.scope(level, at)
            elif kind == 10:
                self.switch(level, at)
            else:
                self.add(level, "sum += %d;" % self.random.randrange(100))

    def plain_block(self, level, at, room):
        for _ in range(self.random.randrange(1, 3)):
            kind = self.random.randrange(6) if room else 5
            if kind < 2:
                self.add(level, "if (%s, draw(2)) {" % self.call(at))
                self.plain_block(level + 1, at, room - 1)
                self.add(level, "}")
            elif kind == 2:
                self.add(level, "for (i%d = draw(4); i%d > 0; i%d--) {" % (room, room, room))
                self.plain_block(level + 1, at, room - 1)
                self.add(level, "}")
            self.row(level, at)

    def block(self, level, at, room):
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.randrange(8) if room else 7
            if kind < 2:
                self.add(level, "if (draw(%d) == 0) {" % self.random.randrange(2, 5))
                self.block(level + 1, at, room - 1)
                if self.random.randrange(2):
                    self.add(level, "} else {")
                    self.block(level + 1, at, room - 1)
                self.add(level, "}")
            elif kind == 2:
                self.add(level, "for (i%d = draw(4); i%d > 0; i%d--) {" % (room, room, room))
                self.block(level + 1, at, room - 1)
                self.add(level, "}")
            elif kind == 3 and at + 1 < N:
                self.add(level, "if (depth < 8) {")
                self.add(level + 1, "here%d = depth;" % room)
                self.add(level + 1, "if (!%s) {" % self.target(room))
                self.add(level + 2, "depth = here%d + 1;" % room)
                self.block(level + 2, at, room - 1)
                self.add(level + 1, "} else {")
                self.add(level + 2, "sum++;")
                self.add(level + 1, "}")
                self.add(level + 1, "depth = here%d;" % room)
                self.add(level, "}")
            else:
                self.simple(level, at)

    def plain_function(self, at):
        inline = self.random.choice(["", "__attribute__((noinline)) "])
        self.add(0, "%sstatic int f%d(void)" % (inline, at))
        self.add(0, "{")
        self.add(1, "volatile int i1 = 0, i2 = 0, i3 = i1 + i2;")
        self.add(1, "if (i3 || fuel-- < 0)")
        self.add(2, "return 0;")
        self.plain_block(1, at, 3)
        if self.random.randrange(2):
            self.add(1, "return %s;" % self.call(at))
        else:
            self.add(1, "return 1;")
        self.add(0, "}")

    def function(self, at):
        if self.rows and at % 3:
            self.plain_function(at)
            return
        inline = self.random.choice(["", "__attribute__((noinline)) "])
        self.add(0, "%sstatic %s f%d(void)" % (inline, "int" if self.rows else "void", at))
        self.add(0, "{")
        self.add(1, "volatile int i1 = 0, i2 = 0, i3 = 0, here1 = 0, here2 = 0, here3 = 0;")
        self.add(1, "volatile int entry = depth;")
        self.add(1, "if (i1 + i2 + i3 + here1 + here2 + here3 || fuel-- < 0)")
        self.add(2, "goto out;")
        self.block(1, at, 3)
        self.add(0, "out:")
        self.add(1, "depth = entry;")
        if self.rows:
            self.add(1, "return 1;")
        self.add(0, "}")

    def program(self):
        for at in reversed(range(N)):
            self.function(at)
        self.add(0, "int main(int argc, char **argv)")
        self.add(0, "{")
        self.add(1, "state = argc > 1 ? (unsigned)atoi(argv[1]) : 0;")
        if self.more:
            self.add(1, "prepare((int)state);")
        self.add(1, "while (fuel > 0)")
        self.add(2, "f0();")
        self.add(1, "sum++;")
        self.add(1, "return 0;")
        self.add(0, "}")
        return "\n".join(self.lines) + "\n"


if __name__ == "__main__":
    kind = sys.argv[2:]
    sys.stdout.write(Maker(int(sys.argv[1]), kind == ["more"], kind == ["rows"]).program())
