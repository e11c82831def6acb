# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A copy of the tree in which one line is changed, and the tests of this copy."""
import concurrent.futures
import fcntl
import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess
import threading
import time

from objects import Objects
from running import run
from verdicts import Verdicts

FIRST_LIMIT = 180       # seconds of a test that never ran before, of a lane ten times as many


class Wrong(Exception):
    """The tree as it is cannot be built, or the table does not fit it."""


class Later(Exception):
    """A mutant's time is over, and tests are left."""


def rows_of(path, cells):
    """Rows of a table whose cells are split by tabs; "#" begins a comment."""
    with open(path) as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            row = re.split(r"\t+", line)
            if len(row) != cells:
                raise Wrong("%s:%d: has %d cells instead of %d" % (path, number, len(row), cells))
            yield number, row


def matches(name, patterns):
    words = patterns.split()
    return any(fnmatch.fnmatchcase(name, p) for p in words if p[0] != "!") and \
        not any(fnmatch.fnmatchcase(name, p[1:]) for p in words if p[0] == "!")


def words_of_name(name):
    """Words of four letters or more that say what a file or a test is about."""
    return {w.rstrip("s") for w in re.split(r"[^a-z]+", name.lower()) if len(w) > 3} - \
        {"unit", "asan", "runtime", "test", "clang", "host", "port"}


def is_rejected(out):
    """Whether the output of a build is of a compiler or linker that rejects a change, not of a
    compiler that a changed plugin crashes."""
    return bool(re.search(r":\d+: (fatal )?error:|ld returned|linker command failed", out)) and \
        not re.search(r"internal compiler error|segmentation fault|stack dump:", out, re.I)


class Test:
    def __init__(self, name, command, first, **more):
        self.name, self.command, self.first, self.more = name, command, first, more
        self.skip = more.pop("skip", 77)
        self.is_slow = more.pop("is_slow", False)
        self.lane, self.path = more.pop("lane", None), more.pop("path", None)   # of lit
        self.some = more.pop("some", None)      # the tests of a batch

    def failed(self, status, out):
        """Why it failed; None if it did not."""
        if isinstance(status, str):
            return status
        if status in (0, self.skip):
            return None
        return "status %d" % status

    def failed_one(self, out):
        """The test of a batch that failed."""
        for name in re.findall(r"^ +anycov-(\S+ :: \S+)$", out, re.M):
            for t in self.some or []:
                if t.name == "lit " + name:
                    return t
        return self


class Bench:
    """DIRECTORY/tree is the copy of the tree TOP with these FILES, DIRECTORY/tree/build its
    build, DIRECTORY/state.json what earlier runs learnt about the tests."""

    def __init__(self, top, directory, files, jobs, plugins):
        self.top, self.directory, self.files, self.jobs = top, directory, files, jobs
        self.names = set(files)
        self.tree = os.path.join(directory, "tree")
        self.build_dir = os.path.join(self.tree, "build")
        self.asan_dir = os.path.join(self.tree, "build-asan")
        self.has_asan = False
        self.plugins = plugins
        self.stop = threading.Event()
        self.current = None             # the mutant in the tree
        self.measure = None             # a measure.Measure
        self.patience = self.deadline = None
        self.cells = {}                 # tests of a cell of the table
        self.killed = []                # mutants that tests killed
        self.killers = set()            # names of these tests
        self.slower = float(os.environ.get("SLOWER", 1))
        os.makedirs(directory, exist_ok=True)
        self.lock = open(os.path.join(directory, "lock"), "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Wrong("%s is in use by another run; wait, or name another directory in BUILD" %
                        directory)
        self.state = {"seconds": {}, "good": {}, "broken": {}, "mutants": {},
                      "killers": {}}
        try:
            with open(os.path.join(directory, "state.json")) as f:
                self.state.update(json.load(f))
        except (OSError, ValueError):
            pass
        self.verdicts = Verdicts(self)
        self.objects = Objects(self)

    def save(self):
        with open(os.path.join(self.directory, "state.json.new"), "w") as f:
            json.dump(self.state, f, indent=1)
        os.replace(os.path.join(self.directory, "state.json.new"),
                   os.path.join(self.directory, "state.json"))

    def digest_of(self, wanted):
        """Of the names and contents of the files that are wanted."""
        digest = hashlib.sha256()
        for name in filter(wanted, self.files):
            with open(os.path.join(self.top, name), "rb") as f:
                digest.update(name.encode() + b"\0" + f.read())
        return digest.hexdigest()[:16]

    def copy(self):
        """Makes the copy equal to the tree; what is equal already keeps its time."""
        os.makedirs(self.tree, exist_ok=True)
        for name in self.files:
            source, target = os.path.join(self.top, name), os.path.join(self.tree, name)
            with open(source, "rb") as f:
                data = f.read()
            try:
                with open(target, "rb") as f:
                    if f.read() == data:
                        continue
            except OSError:
                os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
        for directory, inner, files in os.walk(self.tree):
            if directory == self.tree:
                inner[:] = [d for d in inner if d not in ("build", "build-asan")]
            for f in files:
                path = os.path.join(directory, f)
                if os.path.relpath(path, self.tree) not in self.files and "__pycache__" not in path:
                    os.remove(path)

    def configure(self, build_dir=None, more=()):
        build_dir = build_dir or self.build_dir
        status, _, out = run(["cmake", "-S", self.tree, "-B", build_dir, "-G", "Ninja",
                              "-DANYCOV_PLUGINS=" + self.plugins, *more], None)
        if status:
            raise Wrong("the copy in %s cannot be configured:\n%s" % (self.tree, out))
        out = subprocess.run(["ninja", "-C", build_dir, "-t", "targets", "all"],
                             stdout=subprocess.PIPE, text=True).stdout
        self.targets = [t for t in re.findall(r"^(\S+): \w+", out, re.M) if "/" not in t]
        with open(os.path.join(build_dir, "compile_commands.json")) as f:
            self.commands = json.load(f)

    def ninja(self, words, build_dir=None):
        """Builds targets, which are patterns; the output if that fails."""
        names = []
        for word in words.split():
            found = [word] if word == "all" else fnmatch.filter(self.targets, word)
            names += found
        if not names:
            raise Wrong("scripts/mutantlib/tests.txt: no target matches '%s'" % words)
        status, _, out = run(["cmake", "--build", build_dir or self.build_dir,
                              "-j%d" % self.jobs, "--target"] + sorted(set(names)), 3600)
        return out or "?" if status else None

    def put(self, mutant):
        """Puts a mutant into the tree, or none; takes out the one that is there."""
        if self.current:
            shutil.copyfile(os.path.join(self.top, self.current.file),
                            os.path.join(self.tree, self.current.file))
        self.current = mutant
        if mutant:
            with open(os.path.join(self.top, mutant.file)) as f:
                text = f.read()
            with open(os.path.join(self.tree, mutant.file), "w") as f:
                f.write(text[:mutant.start] + mutant.new + text[mutant.end:])

    def asan(self, regex, build_dir):
        """Tests of ctest in a second build, as --preset asan runs them."""
        for t in self.ctest(regex, self.asan_dir):
            t.name = "asan " + t.name
            t.more["env"].setdefault(
                "ASAN_OPTIONS", "detect_leaks=0:abort_on_error=1:symbolize=0")
            yield t

    def build(self, targets, words):
        """Builds what the tests of a cell need; the output if that fails."""
        if not words.startswith("asan:"):
            return self.ninja(targets)
        if not self.has_asan:
            commands = self.commands
            self.configure(self.asan_dir, ["-DANYCOV_SANITIZE=address", "-DCMAKE_BUILD_TYPE=Debug"])
            self.commands, self.has_asan = commands, True
        return self.ninja(targets, self.asan_dir)

    def ctest(self, regex, build_dir):
        out = subprocess.run(["ctest", "--test-dir", build_dir, "--show-only=json-v1"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        for t in json.loads(out)["tests"]:
            if not re.search(regex, t["name"]) or not t.get("command"):
                continue
            p = {x["name"]: x["value"] for x in t.get("properties", [])}
            environment = dict(os.environ, FUZZ_SECONDS="5")
            environment.update(x.split("=", 1) for x in p.get("ENVIRONMENT", []))
            yield Test(t["name"], t["command"], FIRST_LIMIT, env=environment,
                       cwd=p.get("WORKING_DIRECTORY", build_dir),
                       skip=int(p.get("SKIP_RETURN_CODE", 77)),
                       is_slow="slow" in p.get("LABELS", []))

    def lit_command(self, build_dir):
        with open(os.path.join(build_dir, "CMakeCache.txt")) as f:
            lit = re.search(r"^ANYCOV_LIT:\w+=(.*)$", f.read(), re.M).group(1)
        return ["python3", lit, "-q", "-j%d" % self.jobs, "--max-failures=1"]

    def lit(self, regex, build_dir):
        with open(os.path.join(build_dir, "test", "lanes.txt")) as f:
            lanes = [n for n in f.read().split() if re.match(regex, n)]
        for lane in lanes:
            out = subprocess.run(self.lit_command(build_dir) + [
                "--show-tests", os.path.join(build_dir, "test", lane)],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
            for path in re.findall(r"^ +anycov-%s :: (\S+)" % re.escape(lane), out, re.M):
                yield Test("lit %s :: %s" % (lane, path), None, FIRST_LIMIT, lane=lane, path=path)

    def batch(self, tests, more=(), build_dir=None):
        """Tests of one lane as one test."""
        build_dir = build_dir or self.build_dir
        return Test("lit %s" % tests[0].lane, self.lit_command(build_dir) + list(more) + [
            os.path.join(build_dir, "test", t.lane, t.path) for t in tests],
            FIRST_LIMIT + sum(self.seconds_of(t, 3) for t in tests) * 10, some=tests)

    def all_of(self, words, build_dir=None):
        """Tests of a cell of the table."""
        build_dir = build_dir or self.build_dir
        if (words, build_dir) not in self.cells:
            tests = []
            for word in words.split():
                kind, regex = word.split(":", 1)
                one = {"ctest": self.ctest, "asan": self.asan, "lit": self.lit}[kind]
                tests += one(regex, build_dir)
            if not tests and "lit:" in words:
                raise Wrong("scripts/mutantlib/tests.txt: no test matches '%s'" % words)
            self.cells[words, build_dir] = tests
        return self.cells[words, build_dir]

    def tests_of(self, words):
        return [t for t in self.all_of(words)
                if self.state["broken"].get(t.name) != self.verdicts.digest_of(t)]

    def seconds_of(self, test, unknown):
        measured = self.measure.known(test)
        return self.state["seconds"].get(test.name, measured["seconds"] if measured else unknown)

    def late(self):
        return self.deadline is not None and time.time() > self.deadline

    def order(self, tests, mutant):
        """Those that execute the mutant's line, or of which that is not known: first what
        killed mutants of the function or the file, then what has a word of the file's name,
        then what executes little else of the file, then what is new, then what is quick."""
        function = self.state["killers"].get(mutant.file + " " + mutant.function, {})
        file = self.state["killers"].get(mutant.file, {})
        words = words_of_name(os.path.splitext(os.path.basename(mutant.file))[0])
        keys = []
        for t in tests:
            lines = self.measure.executed_by(t, mutant)
            if lines == 0:
                continue
            keys.append(((-function.get(t.name, 0), -file.get(t.name, 0),
                          -len(words & words_of_name(t.name)), 1e9 if lines is None else lines,
                          self.seconds_of(t, 0)), t))
        return [t for _, t in sorted(keys, key=lambda k: k[0])]

    def run_command(self, test, limit):
        return run(test.command, limit * self.slower, self.stop, **test.more)

    def limit_of(self, test):
        """Seconds that a test may take."""
        known = self.seconds_of(test, None) if not test.some else None
        # A slower machine makes no hang longer: 30 s remain.
        return test.first if known is None else max(30 / max(1, self.slower), 10 * known)

    def run_test(self, test):
        """Why it fails; None: it does not."""
        if test.lane:
            test = self.batch([test])
        status, seconds, out = self.run_command(test, self.limit_of(test))
        if status == "stopped":
            return None
        why = test.failed(status, out)
        if not why and not self.stop.is_set():
            self.state["seconds"][test.name] = round(seconds, 1)
        if why:
            self.last_output = out
        return why

    def batches(self, tests):
        """The same tests in the same order; those of lit in lanes, and each as batches that
        grow."""
        lanes = {}
        for t in tests:
            if t.lane:
                lanes.setdefault(t.lane, []).append(t)
        found = [t for t in tests if not t.lane]
        for some in lanes.values():
            at, size = 0, 2 * self.jobs
            while at < len(some):
                found.append(self.batch(some[at:at + size]))
                at, size = at + size, 4 * size
        return found

    def first_failure(self, tests):
        """The first of these tests that fails, twice, and why; (None, None) if none does."""
        pending, passed = self.batches(tests), set()
        if self.deadline is None and self.patience:
            self.deadline = time.time() + self.patience
        while pending:
            if self.late():
                raise Later()
            if pending[0].some or self.jobs == 1:
                some, pending = pending[:1], pending[1:]
            else:
                some = [t for t in pending if not t.some]
                pending = [t for t in pending if t.some]
            self.stop.clear()
            failures, skipped = [], []

            def one(test):
                if self.stop.is_set():
                    return
                if self.late():
                    skipped.append(test)
                    return
                why = self.run_test(test)
                if why and not self.stop.is_set():
                    failures.append((test.failed_one(self.last_output), why))
                    self.stop.set()
                elif not why and not self.stop.is_set():
                    passed.add(test.name)
                    for t in test.some or [test]:
                        self.verdicts.passes(self.current, t)
            with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                try:
                    list(pool.map(one, some))
                except BaseException:   # an interrupt ends the tests, too
                    self.stop.set()
                    raise
            self.stop.clear()
            if failures:
                test, why = failures[0]
                again = self.run_test(test)
                if again:
                    return test, again
                if not some[0].some:
                    some = [t for t in some if t.name not in passed and t is not test]
                else:
                    some = self.batches([t for t in some[0].some if t is not test])
                pending = some + pending
            elif skipped:
                raise Later()
        return None, None

    def is_good(self, test, targets, words):
        """Whether a test passes without the mutant; takes the mutant out if it has to see."""
        digest = self.verdicts.digest_of(test)
        if digest in (self.state["good"].get(test.name), self.state["broken"].get(test.name)):
            return self.state["good"].get(test.name) == digest
        mutant = self.current
        self.put(None)
        wrong = self.build(targets, words)
        if wrong:
            raise Wrong("the tree as it is cannot be built:\n" + wrong[-3000:])
        good = not self.run_test(test)
        self.state["good" if good else "broken"][test.name] = digest
        self.save()
        if not good:
            self.put(mutant)
        return good

    def list_tests(self, mutant, targets, words):
        """Builds what is tested before it lists the tests: ctest has no command for a program
        that does not exist, and lit runs the command, in which no mutant may be.  A draw
        measures them then."""
        measures = self.measure.wants(mutant, words)
        if (words, self.build_dir) in self.cells and not measures:
            return
        start = time.time()
        self.put(None)
        wrong = self.build(targets, words)
        if wrong:
            raise Wrong("the tree as it is cannot be built:\n" + wrong[-3000:])
        self.all_of(words)
        if measures:
            self.measure.measure(targets, words)
        self.put(mutant)
        if self.deadline:
            self.deadline += time.time() - start

    def judge(self, mutant, rows, patience=None):
        """("killed", test, why), ("survived", number of tests, ""), ("later", number, "") if
        tests are left after so many seconds, or ("error", ...) or ("same", ...)."""
        kept = self.verdicts.kept(mutant)
        if not kept:
            kept = self.judge_now(mutant, rows, patience)
        if kept[0] == "killed" and mutant not in self.killed:
            self.killed.append(mutant)
        return kept

    def judge_now(self, mutant, rows, patience):
        self.put(mutant)
        self.patience, self.deadline = patience, None
        ran = set()
        for targets, words in rows:
            self.list_tests(mutant, targets, words)
            while True:
                some = self.order([t for t in self.tests_of(words) if t.name not in ran], mutant)
                tests = [t for t in some if not self.verdicts.has_passed(mutant, t)]
                wrong = self.build(targets, words) if tests else None
                if wrong:
                    return self.judge_build(mutant, targets, words, wrong)
                try:
                    test, why = self.first_failure(tests)
                except Later:
                    # Nothing will ever notice what is no code here.
                    return self.judge_code(mutant) or (
                        "later", len(self.verdicts.of(mutant)["passed"]), "")
                if not test:
                    ran |= {t.name for t in some}
                    break
                # The end of the run looks whether it passes without the mutant; now only if it
                # did not when it was measured: which of several tests fails first is chance.
                measured = self.measure.known(test)
                passes = measured["passes"] if measured else test.name not in self.killers
                self.killers.add(test.name)
                if passes or self.is_good(test, targets, words):
                    for key in (mutant.file, mutant.file + " " + mutant.function):
                        counts = self.state["killers"].setdefault(key, {})
                        counts[test.name] = counts.get(test.name, 0) + 1
                    self.verdicts.settle(mutant, "killed", test, why, (targets, words))
                    return self.verdicts.kept(mutant)
                print("  %s also fails without a mutant and is left out" % test.name, flush=True)
        return self.judge_code(mutant) or ("survived", len(ran), "")

    def judge_code(self, mutant):
        """("same", ...) or ("error", ...) of a mutant that changes no code of this build."""
        code = self.objects.code(mutant)
        if code == "differs":
            return None
        self.verdicts.settle(mutant, code)
        return self.verdicts.kept(mutant)

    def unproven(self):
        """Mutants whose killer fails on the unchanged tree, too, which are to be judged again."""
        wrong, names = [], set()
        for mutant in self.killed:
            known = self.verdicts.of(mutant)
            good = self.verdicts.is_proven(mutant)
            if good is None:
                self.put(None)
                self.list_tests(None, *known["cell"])
                some = [t for t in self.all_of(known["cell"][1]) if t.name == known["name"]]
                good = bool(some) and self.is_good(some[0], *known["cell"])
            if not good:
                wrong.append(mutant)
                names.add(known["name"])
        for name in sorted(names):
            print("  %s also fails without a mutant and is left out" % name, flush=True)
        for mutant in wrong:
            self.verdicts.drop(mutant)
            self.killed.remove(mutant)
        return wrong

    def judge_build(self, mutant, targets, words, wrong):
        """A build that fails: the compiler rejects the change, or a plugin does not load."""
        self.put(None)
        also = self.build(targets, words)
        if also:
            raise Wrong("the tree as it is cannot be built:\n" + also[-3000:])
        kind = "error" if is_rejected(wrong) else "killed"
        self.verdicts.settle(mutant, kind, None, "see its output")
        return self.verdicts.kept(mutant)
