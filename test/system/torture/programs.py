# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Programs: GCC's test suite, read as far as its directives matter here, and csmith's."""
import fnmatch
import os
import re
import subprocess
import tempfile
import threading

FOLDERS = ["gcc.c-torture/execute", "gcc.c-torture/compile", "gcc.c-torture/unsorted",
           "g++.dg/eh", "g++.dg/torture", "g++.dg/coroutines"]
# Not programs: expected errors, several sources, and what only the suite's driver can do.
LEFT_OUT = re.compile(r"dg-(error|additional-sources|ice|excess-errors|prune-output|"
                      r"set-target-env)")
RUNS = re.compile(r"dg-do\s+run")
OPTIONS = re.compile(r'dg-(?:additional-)?options\s+"([^"]*)"\s*(\{)?')
# Whether they pass hangs on what the compiler may do or leave: delete1.C counts calls of operator
# delete, which GCC drops with the new they belong to unless it inlined them before (any call
# added manually does the same).
UNSPECIFIED = ["g++.dg/eh/delete1.C"]
# For other machines, and what changes the kind of output.
FOREIGN = re.compile(r"^-(m(?!arch=native|sse|avx|no-)|fdump|fopt-info|S$|E$|"
                     r"fcompare-debug|fsanitize)")
# Wants what the flags of this run forbid, or is about the driver's own temporary files.
ENOUGH_INT = re.compile(r"require-effective-target\s+(int32plus|size32plus|ptr32plus|int32)")


# An asm statement takes an int for a long, of which on AVR the other half is what a register had.
HALF_DEFINED = ["gcc.c-torture/execute/pr52286.c"]


class Program:
    def __init__(self, name, path, runs, words=(), more=(), int32=False):
        self.name, self.path, self.runs = name, path, runs
        self.words, self.more, self.int32 = list(words), list(more), int32
        self.cxx = path.endswith(".C")


def directives(text, cxx, name):
    """Words for the compiler, that GCC's driver of the suite would add."""
    words = []
    for m in OPTIONS.finditer(text):
        if not m.group(2):  # no selector of targets
            words += [w for w in m.group(1).split() if not FOREIGN.match(w)]
    if cxx:
        if not any(w.startswith("-std=") for w in words):
            words.append("-std=c++20" if "coroutines" in name else "-std=gnu++17")
    if "/ieee/" in name:
        words.append("-fno-inline")
    return [w for w in words if not re.match(r"-O|-flto", w)]


def read(folder, path):
    """A Program, or None for what is not one."""
    name = os.path.relpath(path, folder)
    text = open(path, encoding="latin-1").read()
    cxx = path.endswith(".C")
    if LEFT_OUT.search(text) or name in UNSPECIFIED:
        return None
    more = []
    if "/builtins/" in name:
        if path.endswith("-lib.c") or "/lib/" in name:
            return None
        more = [path[:-2] + "-lib.c", os.path.join(os.path.dirname(path), "lib", "main.c")]
        more = [m for m in more if os.path.exists(m)]
    runs = "/execute/" in name or bool(RUNS.search(text))
    return Program(name, path, runs, directives(text, cxx, name), more,
                   bool(ENOUGH_INT.search(text)) or name in HALF_DEFINED)


def of_suite(folder, only=None):
    found = []
    for top in FOLDERS:
        for where, folders, leaves in os.walk(os.path.join(folder, top)):
            folders.sort()
            for leaf in sorted(leaves):
                path = os.path.join(where, leaf)
                if leaf.endswith((".c", ".C")) and \
                   (not only or fnmatch.fnmatch(os.path.relpath(path, folder), only)):
                    found.append(read(folder, path))
    return [p for p in found if p]


class Random(Program):
    """One that csmith makes when it is asked for, and that ends."""

    TRIES = 8

    def __init__(self, seed, work):
        path = os.path.join(work, "csmith-%d.c" % seed)
        Program.__init__(self, "csmith-%d.c" % seed, path, True, ["-I/usr/include/csmith"],
                         int32=True)
        self.seed = seed
        self.lock = threading.Lock()

    def make(self):
        """About every third never ends: the next seeds are tried then.  Those that end take
        a hundredth of the time that is waited for them."""
        with self.lock:
            temporary = self.path[:-2] + ".tmp.c"
            for i in range(self.TRIES):
                if os.path.exists(self.path):
                    return
                seed = str(self.seed + i * 1000003)
                # It writes platform.info where it runs, and fails on one that another writes.
                with tempfile.TemporaryDirectory() as place:
                    subprocess.run(["csmith", "--seed", seed, "--max-funcs", "5",
                                    "--max-block-depth", "3", "--max-array-len-per-dim", "5",
                                    "-o", os.path.abspath(temporary)],
                                   check=True, stdout=subprocess.DEVNULL, cwd=place)
                if i == self.TRIES - 1 or self.ends(temporary):
                    os.rename(temporary, self.path)

    def ends(self, source):
        program = source[:-2]
        subprocess.run(["gcc", "-O1", "-w", source, "-o", program] + self.words, check=True)
        try:
            p = subprocess.run([program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, timeout=0.3)
            return p.returncode == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            os.remove(program)
