# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Which lines each test executes, measured once for a tree without mutants."""
import bisect
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import threading
import time

from bench import Wrong

MEASURED = ("common/", "cli/", "gcc-plugin/", "llvm-pass/")     # as measured-cc has them
SAVED = 20                                                      # seconds between two times


def bits_of(lines):
    number = 0
    for line in lines:
        number |= 1 << line
    return number


def output_of(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          **more).stdout


class Module:
    """The lines of each block of a program or a plugin that measured-cc compiled."""

    def __init__(self, path, tree):
        # Addresses that a hook call returns to; 0 where a function begins.
        self.blocks = []
        begins, call = [], False
        for line in output_of(["objdump", "-d", "--no-show-raw-insn", path],
                              text=True).splitlines():
            words = line.split(None, 1)
            if len(words) == 2 and words[1].startswith("<") and line[0] != " ":
                begins.append(int(words[0], 16))
                call = False
            elif len(words) == 2 and words[0].endswith(":") and words[0] != "Disassembly":
                at = int(words[0][:-1], 16) if re.match("[0-9a-f]+:$", words[0]) else None
                if call and at is not None:
                    self.blocks.append(at)
                call = words[1].startswith("call") and "<mutants_reached>" in words[1]
        self.edges = sorted(set(begins) | {b - 5 for b in self.blocks})
        rows = sorted({int(a, 16) for a in re.findall(
            r"^\S+ +\d+ +(0x[0-9a-f]+)", output_of(["objdump", "--dwarf=decodedline", path],
                                                   text=True), re.M)})
        names = output_of(["addr2line", "-e", path], text=True,
                          input="\n".join(map(hex, rows)) + "\n").splitlines()
        self.lines = {}                 # of the block that begins at an address
        self.code = {}                  # lines of each file that have code
        for at, name in zip(rows, names):
            found = re.match(r"(.*):(\d+)", name)
            if not found or not found.group(1).startswith(tree + "/"):
                continue
            name, line = found.group(1)[len(tree) + 1:], int(found.group(2))
            name = os.path.normpath(name)
            i = bisect.bisect_right(self.edges, at) - 1
            if name.startswith(MEASURED) and i >= 0:
                self.lines.setdefault(self.edges[i] + 5, set()).add((name, line))
                self.code.setdefault(name, set()).add(line)

    def reached(self, path):
        """Lines that the bytes of PATH say were executed: (file, line)."""
        found = set()
        with open(path, "rb") as f:
            at, end = 0, os.fstat(f.fileno()).st_size
            while at < end:
                try:
                    at = os.lseek(f.fileno(), at, os.SEEK_DATA)
                except OSError:
                    break               # only a hole follows
                stop = os.lseek(f.fileno(), at, os.SEEK_HOLE)
                data = os.pread(f.fileno(), stop - at, at)
                for m in re.finditer(b"\1", data):
                    found |= self.lines.get(at + m.start(), set())
                at = stop
        return found


def plain(name):
    """A test that executes the same without ASan."""
    name = name[5:] if name.startswith("asan ") else name
    return name.replace("unit-asan-", "unit-", 1)


class Measure:
    """DIRECTORY/measured is the measured build, DIRECTORY/measured.json what it showed.
    Nothing is measured before draw is set, but what earlier runs measured is used."""

    def __init__(self, bench):
        self.bench, self.draw = bench, False
        self.build_dir = os.path.join(bench.directory, "measured")
        self.path = os.path.join(bench.directory, "measured.json")
        self.here = os.path.dirname(os.path.abspath(__file__))
        self.state = {"digest": None, "code": {}, "tests": {}}
        self.lock = threading.Lock()
        try:
            with open(self.path) as f:
                self.state = json.load(f)
        except (OSError, ValueError):
            pass
        if self.state["digest"] != bench.verdicts.sources:
            self.state = {"digest": bench.verdicts.sources, "code": {}, "tests": {}}
        self.modules = {}               # of build IDs
        self.seen = {}                  # build IDs of programs, by path and time
        self.cells = set()              # measured in this run
        self.configured = False
        self.saved = time.time()

    def wants(self, mutant, words):
        """Whether the tests of a cell of the table are to be measured for a mutant."""
        return self.draw and mutant and mutant.file.startswith(MEASURED) and \
            words not in self.cells and not words.startswith("asan:")

    def known(self, test):
        """What was measured of a test, or of the same without ASan."""
        return self.state["tests"].get(plain(test.name))

    def is_known(self, test):
        return plain(test.name) != test.name or \
            self.state["tests"].get(test.name, {}).get("digest") == \
            self.bench.verdicts.digest_of(test)

    def save(self):
        with open(self.path + ".new", "w") as f:
            json.dump(self.state, f, indent=0)
        os.replace(self.path + ".new", self.path)
        self.saved = time.time()

    def build(self, targets):
        if not self.configured:
            commands = self.bench.commands
            launcher = os.path.join(self.here, "measured-cc")
            self.bench.configure(self.build_dir, [
                "-DCMAKE_%s_COMPILER_LAUNCHER=%s" % (x, launcher) for x in ("C", "CXX")])
            self.bench.commands, self.configured = commands, True
        wrong = self.bench.ninja(targets, self.build_dir)
        if wrong:
            return wrong
        for directory, _, files in os.walk(self.build_dir):
            for name in files:
                path = os.path.join(directory, name)
                if os.path.islink(path) or name.endswith((".o", ".a")):
                    continue
                key = path, os.stat(path).st_mtime_ns
                if key in self.seen:
                    continue
                self.seen[key] = True
                with open(path, "rb") as f:
                    if f.read(4) != b"\x7fELF":
                        continue
                found = re.search(r"Build ID: ([0-9a-f]+)",
                                  output_of(["readelf", "-n", path], text=True))
                if found:
                    self.modules[found.group(1)] = path
        return None

    def module(self, build_id):
        known = self.modules.get(build_id)
        if isinstance(known, str):
            known = self.modules[build_id] = Module(known, self.bench.tree)
            for name, lines in known.code.items():
                before = int(self.state["code"].get(name, "0"), 16)
                self.state["code"][name] = "%x" % (before | bits_of(lines))
        return known

    def take(self, directory):
        """{file: lines as bits} of what was executed, for all modules of a directory."""
        found = {}
        for build_id in os.listdir(directory) if os.path.isdir(directory) else []:
            path = os.path.join(directory, build_id)
            if not os.path.isfile(path):
                continue
            with self.lock:
                module = self.module(build_id)
            for name, line in module.reached(path) if module else ():
                found.setdefault(name, set()).add(line)
        shutil.rmtree(directory, ignore_errors=True)
        return {name: "%x" % bits_of(lines) for name, lines in found.items()}

    def note(self, test, passes, seconds, directory):
        reached = self.take(directory)
        with self.lock:
            self.state["tests"][test.name] = {
                "digest": self.bench.verdicts.digest_of(test), "passes": passes,
                "seconds": round(seconds, 1), "lines": reached}
            if time.time() - self.saved > SAVED:
                self.save()

    def ctest(self, test):
        directory = os.path.join(self.build_dir, "reached", test.name)
        os.makedirs(directory, exist_ok=True)
        test.more["env"]["ANYCOV_MUTANTS_REACHED"] = directory
        status, seconds, out = self.bench.run_command(test, 5 * test.first)
        self.note(test, not test.failed(status, out), seconds, directory)

    def lane(self, tests):
        """All tests of a lane in one process of lit, which gives each a directory."""
        directory = os.path.join(self.build_dir, "reached")
        some = self.bench.batch(tests, ["--param", "reached=" + directory], self.build_dir)
        some.command.remove("--max-failures=1")
        _, seconds, out = self.bench.run_command(some, 50 * some.first)
        failed = set(re.findall(r"^  anycov-(\S+ :: \S+)$", out, re.M))
        for t in tests:
            self.note(t, t.name[4:] not in failed, seconds / len(tests),
                      os.path.join(directory, t.lane, t.path))

    def measure(self, targets, words):
        """Runs the tests of a cell of the table that were not measured yet."""
        self.cells.add(words)
        if all(self.is_known(t) for t in self.bench.all_of(words)):
            return
        start = time.time()
        wrong = self.build(targets)
        if wrong:
            raise Wrong("the measured build failed:\n" + wrong[-3000:])
        tests, lanes = [], {}
        for t in self.bench.all_of(words, self.build_dir):
            if not self.is_known(t):
                (lanes.setdefault(t.lane, []) if t.lane else tests).append(t)
        with concurrent.futures.ThreadPoolExecutor(self.bench.jobs) as pool:
            list(pool.map(self.ctest, tests))
        for some in lanes.values():
            for at in range(0, len(some), 50):
                self.lane(some[at:at + 50])
        self.save()
        print("mutants: measured which lines %d tests execute (%.0f s)" % (
            len(tests) + sum(map(len, lanes.values())), time.time() - start), flush=True)

    def line_of(self, mutant):
        """The line of a mutant, or, if it has no code of its own, the one before it that has;
        0 if the file is not measured."""
        code = int(self.state["code"].get(mutant.file, "0"), 16)
        below = code & ((2 << mutant.line) - 1)
        return below.bit_length() - 1 if below else 0

    def executed_by(self, test, mutant):
        """How many lines of the file the test executes if the mutant's is one of them, else 0;
        None if that is not known."""
        known = self.known(test)
        line = self.line_of(mutant)
        if not known or not known["passes"] or not line:
            return None
        lines = int(known["lines"].get(mutant.file, "0"), 16)
        return bin(lines).count("1") if lines >> line & 1 else 0
