#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""run.py COMPILER [SOURCE...]: the table of how programs end.  README.md explains the sources.

Each source is built at -O0 and -O2, with and without pruning, and with the flags of its "more:"
lines.  For each of its runs every line must have the state that its comment gives, no line or
branch may be unknown, and the report must equal the one without pruning, and gcov's where gcov
has data.  ANYCOV is the command, WORK a directory.
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys

DIR = os.path.dirname(os.path.abspath(__file__))
ANYCOV = os.environ["ANYCOV"]
STATES = {"covered": "+", "not covered": "-", "unknown": "unknown"}
# Counters are written before the process ends in a way that gcov does not notice.
GCOV_H = """#include "%s/ends.h"
#ifdef __cplusplus
extern "C"
#endif
void __gcov_dump(void);
#ifdef __cplusplus
extern "C"
#endif
void __gcov_reset(void);
#define DUMP() (__gcov_dump(), __gcov_reset())
#define anycov_set_reset() __gcov_reset()
#define _exit(x) (DUMP(), _exit(x))
#define _Exit(x) (DUMP(), _Exit(x))
#define quick_exit(x) (DUMP(), quick_exit(x))
#define abort() (DUMP(), abort())
#define raise(x) (DUMP(), raise(x))
#define kill(x, y) (DUMP(), kill(x, y))
#define __assert_fail(a, b, c, d) (DUMP(), __assert_fail(a, b, c, d))
"""


class Missing(Exception):
    """What a build needs is not on this machine."""


class Run:
    def __init__(self, text):
        arguments, result = text.split("=")
        words = result.split()
        self.arguments = arguments.strip()
        self.status = None if words[0] == "?" else int(words[0])
        self.gcov = "no-gcov" not in words
        self.images = set(words[words.index("images") + 1 :]) if "images" in words else {"prog"}


class Source:
    """A source file: its directives, and the expected state of each line in each run."""

    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)
        self.directives, self.expected, self.gcov_wrong = {}, {}, {}
        with open(path) as f:
            self.text = [""] + f.read().split("\n")
        for number, line in enumerate(self.text):
            directive = re.match(r"// (cmd|run|more|needs|machine): (.*)", line)
            comment = re.search(r"// ([-+?]+)(?: gcov: (.*))?$", line)
            if directive:
                self.directives.setdefault(directive[1], []).append(directive[2])
            elif comment:
                self.expected[number] = comment[1]
                if comment[2]:
                    self.gcov_wrong[number] = comment[2]
        self.runs = [Run(text) for text in self.directives["run"]]
        self.commands = self.directives.get(
            "cmd", ["$CXX $SRC -o prog" if path.endswith(".cc") else "$CC $SRC -o prog"]
        )
        for number, states in self.expected.items():
            if len(states) not in (1, len(self.runs)):
                sys.exit(f"{self.name}:{number}: {len(states)} states for {len(self.runs)} runs")

    def state(self, line, run):
        """Returns the state of the line in the run, or None if it has none."""
        states = self.expected.get(line)
        return states and states[run if len(states) > 1 else 0]

    def builds(self):
        """Returns the flags and the pruning of each build."""
        more = [
            flags.strip() for line in self.directives.get("more", []) for flags in line.split("|")
        ]
        return [(level, prune) for level in ("-O0", "-O2") for prune in ("none", "lossless")] + [
            (flags, "lossless") for flags in more
        ]


def adapt(compiler, flags):
    """Returns the compiler and the flags by which it does what the flags of a "more:" line mean."""
    words = flags.split()
    clang = "clang" in compiler
    if "musl" in words:
        if clang or not shutil.which("musl-gcc"):
            raise Missing("musl-gcc" if not clang else "")
        compiler = "musl-gcc"
        words.remove("musl")
    if "-flto=thin" in words and not clang:
        raise Missing("")
    if clang and any(w.startswith("-flto") for w in words):
        words.append("-fuse-ld=lld")
    for i, word in enumerate(words):
        if word.startswith("-fuse-ld="):
            version = compiler.rpartition("clang")[2]
            if clang and word == "-fuse-ld=lld" and shutil.which("ld.lld" + version):
                words[i] += version
            if not shutil.which("ld." + words[i].partition("=")[2]):
                raise Missing("ld." + words[i].partition("=")[2])
    if not any(re.match("-O[0-9s]", w) for w in words):
        words.insert(0, "-O2")
    return compiler, words


def cxx(compiler):
    return compiler.replace("gcc", "g++").replace("clang", "clang++")


def shell(source, directory, command, **variables):
    """Runs a command of the source in the directory; returns its status and what it printed."""
    environment = dict(
        os.environ,
        SRC=source.path,
        DIR=DIR,
        ASAN_OPTIONS="detect_leaks=0:handle_abort=0",
        TSAN_OPTIONS="report_bugs=0:atexit_sleep_ms=0",
        LD_LIBRARY_PATH=directory,
    )
    for name, value in variables.items():
        environment[name] = value
        command = command.replace("$" + name, value)
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=directory,
        env=environment,
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout


def compile_source(source, directory, compiler, flags, wrapper):
    """Builds the programs and libraries of the source, with anycov as the wrapper or with flags
    for gcov."""
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    common = f"{' '.join(flags)} -w -pthread -I{DIR}"
    plain = "clang" if "clang" in compiler else "gcc"
    for command in source.commands:
        status, out = shell(
            source,
            directory,
            command + ("" if " -c " in command or "rustc" in command else " -ldl"),
            CC=f"{wrapper} {compiler} -g {common}",
            CXX=f"{wrapper} {cxx(compiler)} -g {common}",
            PLAIN=f"{compiler} -w -O1 -pthread -I{DIR}",
        )
        if status and re.search(
            "cannot find|no such file.*(san|san_)|unable to find library|cannot open .*san", out
        ):
            raise Missing(f"a library of {plain} for {' '.join(flags)}")
        if status:
            raise AssertionError(f"does not build: {out}")


def recorded(source, directory, run):
    """Runs the program; returns the states of lines, the outcomes of branches by line, and the
    images."""
    shutil.rmtree(f"{directory}/data", ignore_errors=True)
    status, out = shell(
        source, directory, f"timeout 60 {ANYCOV} run -o data ./prog {run.arguments}"
    )
    if run.status is not None and status != run.status:
        raise AssertionError(f"status {status}, not {run.status}: {out}")
    status, out = shell(
        source, directory, f"{ANYCOV} report data --no-build --json --each-image -o report.json"
    )
    if status:
        raise AssertionError(f"report: status {status}: {out}")
    with open(f"{directory}/report.json") as f:
        report = json.load(f)
    lines, branches, images, unknown = {}, {}, set(), []
    for image in report["images"]:
        images.add(os.path.basename(image["image"]))
        for what in ("lines", "branches"):
            total = image[what + "_total"]
            if total and total["unknown"]:
                unknown.append(f"{total['unknown']} {what} of {image['image']}")
        for file in image["files"]:
            if os.path.basename(file["path"]) != source.name:
                continue
            for line in file["lines"]:
                number, state = line["line"], STATES[line["state"]]
                if lines.get(number) != "+":
                    lines[number] = state
                for branch in line.get("branches", []):
                    branches.setdefault(number, []).append(
                        (branch["function"], [STATES[o["state"]] for o in branch["outcomes"]])
                    )
    if unknown:
        raise AssertionError("unknown: " + ", ".join(unknown))
    return lines, branches, images


def wrong_lines(source, lines, index, flags):
    """Returns a sentence for each line whose state is not the expected one.

    Code of clang 14's sanitizers is at "}" and at declarations, which have no expected state.
    """
    wrong = []
    for number in sorted(set(lines) | set(source.expected)):
        expected, state = source.state(number, index), lines.get(number)
        if expected is None and "-fsanitize=" in flags:
            continue
        if expected is None:
            wrong.append(f"{number}: no state in the comment; the report has {state}")
        elif state is not None and expected not in ("?", state):
            wrong.append(f"{number}: {state}, not {expected}: {source.text[number].strip()}")
    return wrong


def check_build(source, compiler, flags, prune, work):
    """Checks all runs of one build; returns failures, and what the runs showed."""
    where = f"{source.name}, {compiler} {flags} --prune {prune}"
    failures, results, seen = [], [], set()
    try:
        actual, words = adapt(compiler, flags)
        directory = os.path.join(work, re.sub(r"[^\w.-]+", "_", f"{source.name} {flags} {prune}"))
        compile_source(
            source, directory, actual, words, f"env ANYCOV_FLAGS='--prune {prune}' {ANYCOV} cc"
        )
    except Missing as missing:
        if str(missing):
            print(f"missing: {missing}", flush=True)
        return [], None
    except AssertionError as error:
        return [f"{where}: {error}"], None
    for index, run in enumerate(source.runs):
        try:
            lines, branches, images = recorded(source, directory, run)
        except AssertionError as error:
            failures.append(f"{where}: {run.arguments}: {error}")
            results.append(None)
            continue
        results.append((lines, branches))
        seen |= set(lines)
        failures += [
            f"{where}: {run.arguments}: line {text}"
            for text in wrong_lines(source, lines, index, flags)
        ]
        if images != run.images:
            failures.append(
                f"{where}: {run.arguments}: images {sorted(images)}, not {sorted(run.images)}"
            )
    # Of which braces, labels and endless loops there is code depends on the compiler.
    missing = {n for n in source.expected if ";" in source.text[n].split("//")[0]} - seen
    if None not in results and len(missing) * 10 > len(source.expected):
        failures.append(f"{where}: lines {sorted(missing)} are in no report")
    return failures, results


def equal_results(source, compiler, level, one, other):
    """Returns a sentence for each line and branch in which the builds differ."""
    differ = []
    for index, (a, b) in enumerate(zip(one or [], other or [])):
        if not a or not b:
            continue
        for number in sorted(set(a[0]) | set(b[0])):
            if source.state(number, index) == "?":
                continue
            if a[0].get(number) != b[0].get(number) or a[1].get(number) != b[1].get(number):
                differ.append(
                    f"{source.name}, {compiler} {level}: "
                    f"{source.runs[index].arguments}: line {number} differs from "
                    f"--prune none: {a[0].get(number)} "
                    f"{a[1].get(number)}, {b[0].get(number)} {b[1].get(number)}"
                )
    return differ


def gcov_lines(directory, source, gcov):
    """Returns the states of the source's lines by gcov, of all images."""
    lines = {}
    for counters in glob.glob(f"{directory}/*.gcda"):
        out = subprocess.run(
            [gcov, "-t", counters],
            cwd=directory,
            errors="replace",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
        ).stdout
        wanted = False
        for line in out.split("\n"):
            count, number, *rest = (line.split(":", 2) + ["", ""])[:3]
            if number.strip() == "0" and rest[0].startswith("Source:"):
                wanted = rest[0].endswith("/" + source.name)
            elif wanted and number.strip().isdigit() and count.strip() not in ("", "-"):
                state = "-" if count.strip()[0] in "#=" else "+"
                if lines.get(int(number)) != "+":
                    lines[int(number)] = state
    return lines


def check_gcov(source, compiler, work):
    """Compares the expected states with gcov's."""
    gcov = compiler.replace("gcc", "gcov")
    if not shutil.which(gcov):
        print(f"missing: {gcov}", flush=True)
        return []
    directory = os.path.join(work, source.name + "_gcov")
    header = os.path.join(work, source.name + "_gcov.h")
    with open(header, "w") as f:
        f.write(GCOV_H % DIR)
    failures, doubted = [], set()
    try:
        compile_source(source, directory, compiler, ["-O0", "--coverage", "-include", header], "")
    except AssertionError as error:
        return [f"{source.name}, gcov: {error}"]
    for index, run in enumerate(source.runs):
        if not run.gcov:
            continue
        for counters in glob.glob(f"{directory}/*.gcda"):
            os.remove(counters)
        shell(source, directory, f"timeout 60 ./prog {run.arguments}")
        for number, state in gcov_lines(directory, source, gcov).items():
            expected = source.state(number, index)
            if expected is None:
                failures.append(f"{source.name}: line {number} has a count by gcov, but no state")
            elif expected not in ("?", state) and number in source.gcov_wrong:
                doubted.add(number)
            elif expected not in ("?", state):
                failures.append(
                    f"{source.name}: {run.arguments}: line {number}: "
                    f"{state} by gcov, not {expected}: "
                    f"{source.text[number].strip()}"
                )
    failures += [
        f"{source.name}: line {number}: gcov is right"
        for number in set(source.gcov_wrong) - doubted
    ]
    return failures


def check_source(source):
    """Both states occur, in each run or at least in the table."""
    states = "".join(source.expected.values())
    return [] if "+" in states and "-" in states else [f"{source.name}: not both states occur"]


def can_run(source):
    machine = " ".join(source.directives.get("machine", []))
    if machine and os.uname().machine not in machine.split():
        return False
    for tool in source.directives.get("needs", []):
        if not shutil.which(tool):
            print(f"missing: {tool}", flush=True)
            return False
    return True


def main():
    compiler, names = sys.argv[1], sys.argv[2:]
    work = os.environ["WORK"]
    if subprocess.run(
        [ANYCOV, "flags", "--cc", compiler], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ).returncode:
        print(f"missing: a plugin for {compiler}")
        return 77
    for name in [n for n in os.environ if n.startswith("ANYCOV_")]:
        del os.environ[name]
    os.makedirs(work, exist_ok=True)
    paths = sorted(glob.glob(f"{DIR}/*.c") + glob.glob(f"{DIR}/*.cc"))
    sources = [s for s in map(Source, paths) if (not names or s.name in names) and can_run(s)]
    if not sources or set(names) - {s.name for s in sources}:
        sys.exit(f"run.py: no such source, or none that can run here: {' '.join(names)}")
    failures = [f for s in sources for f in check_source(s)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            (s, b): pool.submit(check_build, s, compiler, *b, work)
            for s in sources
            for b in s.builds()
        }
        gcov = (
            [pool.submit(check_gcov, s, compiler, work) for s in sources]
            if "gcc" in compiler
            else []
        )
        for source in sources:
            results = {b: jobs[source, b].result() for b in source.builds()}
            failures += [f for found, _ in results.values() for f in found]
            for level in ("-O0", "-O2"):
                failures += equal_results(
                    source,
                    compiler,
                    level,
                    results[level, "lossless"][1],
                    results[level, "none"][1],
                )
        failures += [f for job in gcov for f in job.result()]
    for failure in failures:
        print("FAIL:", failure)
    print(
        f"{compiler}: {len(sources)} sources, "
        f"{sum(len(s.runs) for s in sources)} situations, {len(jobs)} builds, "
        f"{len(failures)} failures"
    )
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
