#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""scripts/mutants changes code and nothing else, and judges the changes of a small tree.

  mutants_test.py SOURCE WORK
"""
import os
import re
import shutil
import subprocess
import sys
import threading
import time

SOURCE, WORK = sys.argv[1:]
sys.path.insert(0, os.path.join(SOURCE, "scripts", "mutantlib"))
import bench
import source

wrong = []


def check(what, got, want):
    if got != want:
        wrong.append("%s: got %r instead of %r" % (what, got, want))


CODE = r'''
#define CUT(a) ((a) < 1 \
    && (a) == 2)
/* a < b && c */ // d == e
static_assert(sizeof(int) == 4 && 1 < 2, "<=");
static const int table[] = { 1 < 2, 3 == 3 };
enum { FIRST = 1 < 2 };
struct s { int a : 3 + 1; };
#if 1 < 2
static int f(const char *s, int n) /* n < 3 */
{
    static_assert(1 < 2, "");
    asm volatile("a && b" : "+r"(n) : "r"(n + 1));
    if (n < 8)
        return -1;
    while (1)
        n = s[n - 1] == '<' ? n : 0x10 > n;
    return 0;
}
#endif
namespace {
struct visitor : base<int, 3> {
    bool visit(tree *t) override
    {
        return !is<3>(t) && size(cast<array<4>>(t)) <= MAX_SIZE;
    }
};
}
'''
FOUND = [
    ("f", "condition false", "if ((n < 8) && 0)"),
    ("f", "condition true", "if ((n < 8) || 1)"),
    ("f", "`<` to `<=`", "if (n <= 8)"),
    ("f", "`8` to `7`", "if (n < 7)"),
    ("f", "`-1` to `0`", "return 0;"),
    ("f", "`- 1` dropped", "n = s[n ] == '<' ? n : 0x10 > n;"),
    ("f", "`==` to `!=`", "n = s[n - 1] != '<' ? n : 0x10 > n;"),
    ("f", "`>` to `>=`", "n = s[n - 1] == '<' ? n : 0x10 >= n;"),
    ("f", "`0x10` to `0xf`", "n = s[n - 1] == '<' ? n : 0xf > n;"),
    ("f", "`0` to `-1`", "return -1;"),
    ("visit", "`!` dropped", "return is<3>(t) && size(cast<array<4>>(t)) <= MAX_SIZE;"),
    ("visit", "`&&` to `||`", "return !is<3>(t) || size(cast<array<4>>(t)) <= MAX_SIZE;"),
    ("visit", "`<=` to `<`", "return !is<3>(t) && size(cast<array<4>>(t)) < MAX_SIZE;"),
    ("visit", "`MAX_SIZE` to `(MAX_SIZE + 1)`",
     "return !is<3>(t) && size(cast<array<4>>(t)) <= (MAX_SIZE + 1);"),
]
got = [(m.function, m.what, m.after) for m in source.mutants_of("x.cc", CODE)]
for entry in FOUND:
    check("%r is found" % (entry,), entry in got, True)
check("no other change", [g for g in got if g not in FOUND], [])

# Before anything is measured, ASan sees first what moves a bound.
ROWS = [("*.c", "a", "ctest:a"), ("x.c", "b", "asan:b"), ("*.c", "c", "lit:c"),
        ("y.c", "d", "asan:d")]
for what, is_measured, want in (("`<` to `<=`", False, "bac"), ("`- 1` dropped", False, "bac"),
                                ("`<` to `<=`", True, "abc"), ("`==` to `!=`", False, "abc")):
    mutant = source.Mutant("x.c", 1, "f", what, 0, 1, "", "", "")
    check("the rows of %s" % what,
          "".join(row[0] for row in source.rows_of(mutant, ROWS, is_measured)), want)

one = bench.Test("lit lane :: lean/a.c", ["false"], 1, lane="lane", path="lean/a.c")
lane = bench.Test("lit lane", ["false"], 1, some=[one])
check("a test of a lane", lane.failed_one(
    "***\nFailed Tests (1):\n  anycov-lane :: lean/a.c\n\n"), one)
check("a lane without tests", lane.failed_one("lit.py: fatal"), lane)
check("a skipped test", lane.failed(77, ""), None)


class Passed(list):
    """Instead of verdicts.Verdicts."""

    def passes(self, _, test):
        self.append(test.name)


for out, want in (
        ("a.c:3:7: error: expected ';'", True),
        ("collect2: error: ld returned 1 exit status", True),
        ("a.cc:3:7: internal compiler error: Segmentation fault", False),
        ("0. Program arguments: clang\nclang: error: clang frontend command failed", False),
        ("anycov.so: undefined symbol: f\nerror: cannot load plugin", False)):
    check("a build that is rejected: " + out, bench.is_rejected(out), want)

# On a machine that is three times as slow a test has thirty times as long, and a hang 30 s.
limited = bench.Bench.__new__(bench.Bench)
limited.state, limited.slower = {"seconds": {"quick": 0.1, "long": 60}}, 3
limited.stop = threading.Event()
limited.measure = type("Unknown", (), {"known": lambda self, test: None})()
for name, want in (("quick", 30), ("long", 1800), ("new", 540)):
    limits = []
    limited.run_command = lambda test, limit: (limits.append(limit * limited.slower), (0, 1, ""))[1]
    limited.run_test(bench.Test(name, ["true"], 180))
    check("the limit of a %s test" % name, limits, [want])

# A change whose time is over while tests are left has not survived.
slow = bench.Bench.__new__(bench.Bench)
slow.jobs, slow.stop, slow.current, slow.verdicts = 2, threading.Event(), None, Passed()
slow.run_test = lambda test: time.sleep(0.1)
slow.patience, slow.deadline = 0.25, None
try:
    slow.first_failure([bench.Test(str(i), ["true"], 1) for i in range(10)])
    wrong.append("ten slow tests of a change: are not put off")
except bench.Later:
    check("tests that passed in time", 2 <= len(slow.verdicts) < 10, True)


class Late(bench.Bench):
    """A change of which tests are left, and of which it is known whether it changes code."""

    def __init__(self, kind):
        self.verdicts, self.objects, self.kind = self, self, kind

    def nothing(self, *_):
        return []

    put = list_tests = has_passed = settle = tests_of = order = build = nothing

    def first_failure(self, _):
        raise bench.Later()

    def of(self, _):
        return {"passed": {"a": ""}}

    def code(self, _):
        return self.kind

    def kept(self, _):
        return self.kind, "the build", None


for kind, want in (("differs", ("later", 1, "")), ("same", ("same", "the build", None))):
    check("a change that is put off: " + kind,
          Late(kind).judge_now(None, [("targets", "tests")], 1), want)

# A tree with one source, and a test that does not look at all of it.
FILES = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.18)
project(small C)
set(CMAKE_BUILD_TYPE Release)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
enable_testing()
add_executable(tried common/planted.c)
add_test(NAME unit-a COMMAND sh -c "echo >>'${CMAKE_SOURCE_DIR}/../ran'; $<TARGET_FILE:tried>")
add_test(NAME unit-broken COMMAND false)
add_test(NAME unit-planted COMMAND sh -c
  "sleep 0.1; $<TARGET_FILE:tried> && test x != x$ANYCOV_MUTANTS_REACHED")
""",
    "common/planted.c": """
int sign(int x);

int sign(int x)
{
    if (x < 0)
        return -1;
    return x > 0;
}

static int unused(int x, int y)
{
    return x != y;
}

static int count(unsigned n)
{
    unsigned i = 0;

    while (i < n)
        i++;
    while (i)
        i = i - 1;
    return (int)(i + n);
}

static int never(unsigned n)
{
    return n >= 0 && n != 0;
}

static int rare(int x)
{
    return x == 7;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 6)
        return rare(argc);
    return sign(-argc) != -1 || sign(argc) != 1 || count(3) != 3 ||
           (argc > 5 && unused(argc, 3)) || never((unsigned)argc) != 1 || never(0);
}
""",
    "scripts/mutantlib/tests.txt": "common/*\ttried\tctest:^unit-\n",
    "scripts/mutantlib/planted.txt": "",
    "scripts/mutantlib/equivalent.txt":
        "common/planted.c\tunused\treturn x != y;\treturn x == y;\tis never called\n",
}


def mutants(*words, interrupt=None):
    """Exit status and output; after a line that has the text INTERRUPT, the run is ended."""
    p = subprocess.Popen([os.path.join(WORK, "scripts", "mutants"), "--jobs=2", *words],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env=dict(os.environ, BUILD=os.path.join(WORK, "build"), SLOWER="0.2"))
    out = ""
    for line in p.stdout:
        out += line
        if interrupt and interrupt in line:
            p.terminate()
            interrupt = None
    return p.wait(), out


def verdicts(out):
    """The lines of a run that say what became of a change, without the seconds."""
    return [re.sub(r" \(\d+ s\)$", "", line) for line in out.splitlines()
            if re.match(r"\d+/\d+ ", line)]


shutil.rmtree(WORK, ignore_errors=True)
for name in ("mutants", "mutantlib", "lintlib"):
    path = os.path.join(SOURCE, "scripts", name)
    copy = shutil.copytree if os.path.isdir(path) else shutil.copy
    os.makedirs(os.path.join(WORK, "scripts"), exist_ok=True)
    copy(path, os.path.join(WORK, "scripts", name))


def write_files():
    for name, text in FILES.items():
        os.makedirs(os.path.dirname(os.path.join(WORK, name)), exist_ok=True)
        with open(os.path.join(WORK, name), "w") as f:
            f.write(text)


write_files()


def expect(what, ran, status, *patterns):
    if status is not None:
        check(what + ": exit status", ran[0], status)
    for pattern in patterns:
        if not re.search(pattern, ran[1], re.M):
            wrong.append("%s: no '%s' in:\n%s" % (what, pattern, ran[1]))


def ran():
    """How often unit-a ran since the last call."""
    path = os.path.join(WORK, "build", "ran")
    lines = open(path).readlines() if os.path.exists(path) else []
    open(path, "w").close()
    return len(lines)


# unit-planted passes only while it is measured, and always fails after unit-broken.
interrupted = mutants("--seed=3", "--patience=0", interrupt="5/60 ")
expect("an interrupted draw", interrupted, 130, r"goes on from here$")
first = mutants("--seed=3", "--patience=0")
check("what was judged", verdicts(first[1])[:5], verdicts(interrupted[1])[:5])
check("what was measured", "measured which" in first[1], False)
expect("a draw", first, 1,
       r"rare\(\): `==` to `!=`: survived, no test executes it",
       r"killed by unit-planted: status 1",
       r"^  unit-planted also fails without a mutant and is left out",
       r"sign\(\): condition false: killed by unit-a: status 1",
       r"sign\(\): `<` to `<=`: survived 1 tests",
       r"^\d+ killed, [1-9]\d* survived$")

# What is known is not found out again, but a new test has all survivors, a new source everything.
ran()
check("the last line again", mutants("--seed=3", "--patience=0")[1].splitlines()[-1],
      first[1].splitlines()[-1])
with open(os.path.join(WORK, "CMakeLists.txt"), "a") as f:
    f.write('add_test(NAME unit-seven COMMAND sh -c "! $<TARGET_FILE:tried> 1 2 3 4 5 6")\n')
expect("a new test", mutants("--seed=3", "--patience=0"), 1,
       r"measured which lines 1 tests execute",
       r"rare\(\): `==` to `!=`: killed by unit-seven: status 1",
       r"sign\(\): `<` to `<=`: survived 1 tests")
check("runs of a test that is known", ran(), 0)
with open(os.path.join(WORK, "common", "planted.c"), "a") as f:
    f.write("/* changed */\n")
expect("a new source", mutants("--seed=3", "--patience=0", "--count=2"), None,
       r"measured which lines 4 tests execute")
check("runs of a test after a change", ran() > 0, True)

shutil.rmtree(os.path.join(WORK, "build"))
write_files()
expect("a gap", mutants("--only", "common/planted.c:6"), 1,
       r"^  unit-broken also fails without a mutant",
       r"^  unit-planted also fails without a mutant",
       r"planted\.c:6: sign\(\): `<` to `<=`: survived 1 tests",
       r"planted\.c:6: sign\(\): condition false: killed by unit-a: status 1",
       r"^2 killed, 1 survived$")
expect("a hang", mutants("--only=common/planted.c:23"), 0,
       r"`- 1` dropped: killed by unit-a: time limit of \d+ s \(")
expect("an argued change", mutants("--only=common/planted.c:13"), 2, "nothing can be changed there")
expect("the same code", mutants("--only=common/planted.c:29"), 0, "changes no code of this build",
       r"^2 killed, 0 survived$")
with open(os.path.join(WORK, "common", "planted.h"), "w") as f:
    f.write("#if __STDC_VERSION__ < 1\nstatic int old(int x)\n{\n    return x != 2;\n}\n#endif\n")
with open(os.path.join(WORK, "common", "planted.c"), "a") as f:
    f.write('#include "planted.h"\n')
expect("what the preprocessor leaves out", mutants("--only=common/planted.h:4"), 1,
       r"`!=` to `==`: changes no code of this build")
os.remove(os.path.join(WORK, "common", "planted.h"))
write_files()
listed = mutants("--list", "--seed=3", "--count=5")
check("the same seed", mutants("--list", "--seed=3", "--count=5"), listed)
expect("--list", listed, 0, "^common/planted.c:", "1 more argued to change nothing; seed 3")
expect("usage", mutants("--count=no"), 2, "is no positive number")
expect("usage", mutants("--frob"), 2, "unknown argument")
with open(os.path.join(WORK, "scripts/mutantlib/equivalent.txt"), "a") as f:
    f.write("common/planted.c\tsign\treturn x > 1;\treturn x >= 1;\told\n")
expect("a stale entry", mutants("--list"), 1,
       r"equivalent\.txt:2: sign\(\) of common/planted\.c has no")
write_files()

# The first error is noticed by the test that passes without it, the other one by none.
PLANTED = "sign is 1\tcommon/planted.c\treturn -1;\treturn 1;\ttried\tctest:^unit-\t%s\n" \
    "rare is 8\tcommon/planted.c\treturn x == 7;\treturn x == 8;\ttried\tctest:^unit-\t%s\n"


def plant(text):
    with open(os.path.join(WORK, "scripts/mutantlib/planted.txt"), "w") as f:
        f.write(text)


plant(PLANTED % ("all", 0))
expect("planted errors", mutants("--count=0"), 0,
       r"^planted: sign is 1: 1 of 1 tests fail, at least 1 must; these pass: none$",
       r"^planted: rare is 8: 0 of 1 tests fail, at least 0 must; these pass: unit-a$",
       r"^0 killed, 0 survived$")
ran()
plant(PLANTED % ("all", 1))
expect("a planted error that too few tests notice", mutants("--count=0"), 1,
       r"^1 planted errors are noticed by too few tests")
check("runs of a test that is known with planted errors", ran(), 0)
plant(PLANTED.replace("return -1;", "return -2;") % ("all", 1))
expect("a planted error whose line is gone", mutants("--list"), 1,
       r"planted\.txt:1: common/planted\.c has 0 lines 'return -2;'")
plant(PLANTED.replace("return -1;", "{") % (0, 0))
expect("a planted error with many lines", mutants("--list"), 1,
       r"planted\.txt:1: common/planted\.c has \d+ lines '{'")
# The entries of both tables fit the tree as it is.
check("the tree's own tables", subprocess.run(
    [os.path.join(SOURCE, "scripts", "mutants"), "--list", "--count=0"],
    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr, "")
for line in wrong:
    print(line)
print("mutants_test: %d wrong" % len(wrong))
sys.exit(bool(wrong))
