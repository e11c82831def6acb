#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""mkcuts.py SEED: a random C program whose calls are cut anywhere: exit(), abort(), longjmp().

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


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = HEAD.splitlines()

    def add(self, level, text):
        self.lines.append("\t" * level + text)

    def simple(self, level, at):
        kind = self.random.randrange(20)
        if kind < 7 and at + 1 < N:
            self.add(level, "f%d();" % self.random.randrange(at + 1, min(at + 4, N)))
        elif kind < 9:
            self.add(level, "if (depth && !draw(3))")
            self.add(level + 1, "longjmp(env[depth - 1], 1);")
        elif kind == 9:
            self.add(level, "if (!draw(%d))" % self.random.randrange(10, 60))
            self.add(level + 1, self.random.choice(["exit(0);", "_exit(0);", "abort();"]))
        elif kind < 12:
            self.add(level, "if (!draw(4))")
            self.add(level + 1, "goto out;")
        elif kind == 12 and at + 1 < N:
            self.add(level, "if (!draw(8) && in_child(f%d))" % self.random.randrange(at + 1, N))
            self.add(level + 1, "_exit(0);")
        else:
            self.add(level, "sum += %d;" % self.random.randrange(100))

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
                self.add(level + 1, "if (!setjmp(env[here%d])) {" % room)
                self.add(level + 2, "depth = here%d + 1;" % room)
                self.block(level + 2, at, room - 1)
                self.add(level + 1, "} else {")
                self.add(level + 2, "sum++;")
                self.add(level + 1, "}")
                self.add(level + 1, "depth = here%d;" % room)
                self.add(level, "}")
            else:
                self.simple(level, at)

    def function(self, at):
        inline = self.random.choice(["", "__attribute__((noinline)) "])
        self.add(0, "%sstatic void f%d(void)" % (inline, at))
        self.add(0, "{")
        self.add(1, "volatile int i1 = 0, i2 = 0, i3 = 0, here1 = 0, here2 = 0, here3 = 0;")
        self.add(1, "volatile int entry = depth;")
        self.add(1, "if (i1 + i2 + i3 + here1 + here2 + here3 || fuel-- < 0)")
        self.add(2, "goto out;")
        self.block(1, at, 3)
        self.add(0, "out:")
        self.add(1, "depth = entry;")
        self.add(0, "}")

    def program(self):
        for at in reversed(range(N)):
            self.function(at)
        self.add(0, "int main(int argc, char **argv)")
        self.add(0, "{")
        self.add(1, "state = argc > 1 ? (unsigned)atoi(argv[1]) : 0;")
        self.add(1, "while (fuel > 0)")
        self.add(2, "f0();")
        self.add(1, "sum++;")
        self.add(1, "return 0;")
        self.add(0, "}")
        return "\n".join(self.lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(Maker(int(sys.argv[1])).program())
