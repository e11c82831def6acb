#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""mkobjects.py SEED: a random C++ program whose calls are cut anywhere.

By exit() and exceptions, which pass functions and scopes with objects: constructors and
destructors may cut calls, too.  What it does follows from its argument alone.
"""
import random
import sys

N = 9
HEAD = """#include <stdlib.h>
struct failure {
\tint v;
};
struct other {
\tint v;
};
static volatile int fuel = 250, sum, depth;
static volatile unsigned state;
static unsigned draw(unsigned n)
{
\tstate = state * 1103515245u + 12345u;
\treturn (state >> 16) % n;
}
static int cut(int n)
{
\tif (!draw(n)) {
\t\tif (depth > 0 && draw(4))
\t\t\tthrow failure{n};
\t\tif (depth > 0 && draw(3))
\t\t\tthrow other{n};
\t\tif (!draw(3))
\t\t\texit(0);
\t}
\treturn n;
}
struct guard {
\tint n;
\tguard(int k) : n(k)
\t{
\t\tcut(k);
\t\tsum++;
\t\tcut(k + 1);
\t\tsum++;
\t}
\t~guard()
\t{
\t\tsum += n;
\t\tif (!draw(200))
\t\t\texit(0);
\t\tsum++;
\t}
};
template <int K> static int add(int x)
{
\tsum += K;
\tcut(x + K);
\tsum++;
\tguard g(K + 20);
\tsum++;
\treturn x;
}
"""
MAIN = """int main(int argc, char **argv)
{
\tstate = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
\twhile (fuel > 0) {
\t\tdepth = 1;
\t\ttry {
\t\t\tf0();
\t\t} catch (failure &e) {
\t\t\tsum++;
\t\t} catch (other &e) {
\t\t\tsum += 2;
\t\t}
\t}
\tsum++;
\treturn 0;
}
"""


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = HEAD.splitlines()
        self.names = 0

    def put(self, level, text):
        self.lines.append("\t" * level + text)

    def name(self):
        self.names += 1
        return self.names

    def call(self, at):
        kind = self.random.randrange(6)
        if kind < 3 and at + 1 < N:
            return "f%d()" % self.random.randrange(at + 1, min(at + 4, N))
        if kind == 3:
            return "add<%d>(%d)" % (self.random.randrange(2, 5), self.random.randrange(9, 40))
        return "cut(%d)" % self.random.randrange(6, 50)

    def row(self, level, at):
        for _ in range(self.random.randrange(1, 5)):
            kind, number = self.random.randrange(10), self.random.randrange(10, 40)
            if kind < 3:
                self.put(level, self.call(at) + ";")
            elif kind == 3:
                self.put(level, "%s, sum++, %s;" % (self.call(at), self.call(at)))
            elif kind == 4:
                self.put(level, "guard g%d(%d);" % (self.name(), number))
            elif kind == 5:
                self.put(level, "sum += guard(%d).n + %s;" % (number, self.call(at)))
            elif kind == 6:
                self.put(level, "cut(cut(%d));" % number)
            elif kind == 7:
                self.put(level, "if (!draw(%d))" % number)
                self.put(level + 1, self.random.choice(
                    ["throw failure{1};", "throw other{2};", "return 4;", "exit(0);"]))
            else:
                self.put(level, "sum += %d;" % number)

    def tries(self, level, at, room):
        name = self.name()
        self.put(level, "int d%d = depth++;" % name)
        self.put(level, "try {")
        self.block(level + 1, at, room)
        self.put(level, "} catch (failure &e) {")
        self.put(level + 1, "sum++;")
        self.row(level + 1, at)
        self.put(level, "} catch (other &e) {")
        self.put(level + 1, "sum += e.v;")
        if not self.random.randrange(3):
            self.put(level + 1, "if (d%d > 0)" % name)
            self.put(level + 2, "throw;")
        self.row(level + 1, at)
        self.put(level, "}")
        self.put(level, "depth = d%d;" % name)

    def switch(self, level, at):
        self.put(level, "switch (draw(4)) {")
        for case in range(3):
            self.put(level, "case %d: {" % case)
            self.row(level + 1, at)
            self.put(level, "}")
            if self.random.randrange(2):
                self.put(level + 1, "break;")
        self.put(level, "default:")
        self.put(level + 1, "sum++;")
        self.put(level, "}")

    def function_object(self, level, at):
        name = self.name()
        self.put(level, "auto l%d = [&](int x) {" % name)
        self.put(level + 1, "sum += x;")
        self.row(level + 1, at)
        self.put(level + 1, "return x;")
        self.put(level, "};")
        self.put(level, "sum += l%d(%d);" % (name, self.random.randrange(9)))
        self.put(level, "sum++;")

    def loop(self, level, at, room):
        self.put(level, "for (int i%d = draw(4); i%d > 0; i%d--) {" % (room, room, room))
        self.block(level + 1, at, room - 1)
        self.put(level + 1, "if (!draw(4))")
        self.put(level + 2, self.random.choice(["break;", "continue;"]))
        self.row(level + 1, at)
        self.put(level, "}")

    def block(self, level, at, room):
        for _ in range(self.random.randrange(1, 3)):
            kind = self.random.randrange(9) if room else 9
            if kind < 2:
                self.put(level, "if (%s, draw(2)) {" % self.call(at))
                self.block(level + 1, at, room - 1)
                self.put(level, "}")
            elif kind == 2:
                self.loop(level, at, room)
            elif kind < 5:
                self.tries(level, at, room - 1)
            elif kind == 5:
                self.switch(level, at)
            elif kind == 6:
                self.put(level, "{")
                self.row(level + 1, at)
                self.block(level + 1, at, room - 1)
                self.put(level, "}")
            elif kind == 7:
                self.function_object(level, at)
            self.row(level, at)

    def program(self):
        for at in reversed(range(N)):
            inline = self.random.choice(["", "__attribute__((noinline)) "])
            self.put(0, "%sstatic int f%d()" % (inline, at))
            self.put(0, "{")
            self.put(1, "if (fuel-- < 0)")
            self.put(2, "return 0;")
            self.block(1, at, 3)
            self.put(1, self.random.choice(["return 1;", "return %s;" % self.call(at)]))
            self.put(0, "}")
        return "\n".join(self.lines) + "\n" + MAIN


if __name__ == "__main__":
    sys.stdout.write(Maker(int(sys.argv[1])).program())
