#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""mkkills.py SEED: a random C program whose processes are killed at any instant.

Each line with a mark (X;) stores in a shared file, argument 1, that it was executed.  Argument 2
is the seed of a run; argument 3 are letters: k kills by SIGKILL anywhere, f forks, t starts
threads, j leaves calls by exit() and longjmp(), e executes programs, and fails to.
"""
import random
import sys

N = 9
HEAD = """#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned char *executed;
#define X executed[__LINE__] = 1
#define MAY(letter) (strchr(letters, letter) != NULL)
static const char *letters;
static volatile unsigned *forks;
static __thread volatile unsigned state;
static __thread volatile int fuel = 400, depth;
static __thread jmp_buf env[8];
static volatile int sum;
static unsigned draw(unsigned n)
{
\tstate = state * 1103515245u + 12345u;
\treturn (state >> 16) % n;
}
__attribute__((noinline)) static void tick(void)
{
\tX; if (--fuel < 0)
\t\treturn;
\tX; if (MAY('k') && !draw(90))
\t{ X; kill(getpid(), SIGKILL); }
\tX; if (MAY('j') && !draw(60))
\t{
\t\tX; if (depth && draw(4))
\t\t\tlongjmp(env[depth - 1], 1);
\t\tX; exit(0);
\t}
\tX; sum++;
}
__attribute__((noinline)) static void split(void)
{
\tint pid;
\tX; if (!MAY('f') || __sync_fetch_and_add(forks, 1) > 6)
\t\treturn;
\tX; pid = fork();
\tX; state += 77u * !pid;
\tif (!pid)
\t{ X; tick(); X; sum++; }
\telse if (draw(2))
\t{ X; waitpid(pid, NULL, 0); }
\tX; tick();
}
static void *start(void *fn)
{
\tX; state = (unsigned)sum + 5;
\tX; (*(void (**)(void))fn)();
\tX; return NULL;
}
__attribute__((noinline)) static void thread(void (*fn)(void))
{
\tstatic void (*callee)(void);
\tpthread_t t;
\tX; if (!MAY('t') || fuel < 100)
\t\treturn;
\tX; callee = fn;
\tX; fuel = 99;
\tX; if (pthread_create(&t, NULL, start, &callee))
\t\treturn;
\tX; if (draw(2))
\t{ X; pthread_join(t, NULL); }
\tX; tick();
}
__attribute__((noinline)) static void execute(void)
{
\tX; if (!MAY('e') || draw(4))
\t\treturn;
\tX; execl("/nonexistent/program", "x", (char *)NULL);
\tX; tick();
\tX; if (draw(3))
\t\treturn;
\tX; execl("/etc/passwd", "x", (char *)NULL);
\tX; tick();
\tX; if (draw(3))
\t\treturn;
\tX; execl("/bin/true", "x", (char *)NULL);
\tX; tick();
}
"""
TAIL = """int main(int argc, char **argv)
{
\tint fd = open(argv[1], O_RDWR | O_CREAT, 0600), i;

\tif (argc < 4 || ftruncate(fd, 8192))
\t\treturn 1;
\texecuted = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
\tforks = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
\tstate = (unsigned)atoi(argv[2]) * 7919u;
\tletters = argv[3];
\tX; for (i = 0; i < 3; i++)
\t{ X; f0(); }
\tX; return 0;
}
"""


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = HEAD.splitlines()

    def add(self, level, text):
        self.lines.append("\t" * level + "X; " + text)

    def brace(self, level, text):
        self.lines.append("\t" * level + text)

    def block(self, level, at):
        self.brace(level, "{")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(level + 1, at)
        self.brace(level, "}")

    def statement(self, level, at):
        kind = self.random.randrange(14 if level < 5 else 8)
        if kind < 2:
            self.add(level, "sum += %d;" % self.random.randrange(9))
        elif kind < 4:
            self.add(level, "tick();")
        elif kind < 6 and at + 1 < N:
            self.add(level, "f%d();" % self.random.randrange(at + 1, N))
        elif kind == 6:
            later = self.random.randrange(min(at + 1, N - 1), N)
            self.add(level, self.random.choice(["split();", "execute();", "thread(f%d);" % later]))
        elif kind == 7:
            self.add(level, "if (!draw(%d)) return;" % self.random.randrange(2, 9))
        elif kind < 11:
            self.add(level, "if (!draw(%d))" % self.random.choice([2, 2, 3, 9, 30]))
            self.block(level, at)
            if self.random.randrange(2):
                self.brace(level, "else")
                self.block(level, at)
        elif kind < 13:
            self.add(level, "while (fuel > 0 && draw(3))")
            self.block(level, at)
        else:
            self.add(level, "if (depth < 8 && !setjmp(env[depth]))")
            self.brace(level, "{")
            self.add(level + 1, "depth++;")
            self.add(level + 1, "tick();")
            if at + 1 < N:
                self.add(level + 1, "f%d();" % self.random.randrange(at + 1, N))
            self.add(level + 1, "depth--;")
            self.brace(level, "}")
            self.brace(level, "else if (depth)")
            self.brace(level, "{")
            self.add(level + 1, "depth--;")
            self.brace(level, "}")

    def make(self):
        for i in range(N):
            self.lines.append("static void f%d(void);" % i)
        for i in range(N):
            self.lines.append("__attribute__((noinline)) static void f%d(void)" % i)
            self.brace(0, "{")
            self.add(1, "if (fuel <= 0) return;")
            for _ in range(self.random.randrange(3, 7)):
                self.statement(1, i)
            self.brace(0, "}")
        return "\n".join(self.lines + TAIL.splitlines()) + "\n"


print(Maker(int(sys.argv[1])).make(), end="")
