# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Rules that a tool checks.  Debian's packages of them: scripts/install-deps lint."""
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import time

from tree import Missing

HERE = os.path.dirname(os.path.abspath(__file__))
JOBS = os.cpu_count() or 1
FORMAT_MAJOR = "14"     # another major formats otherwise
ANALYZER_SECONDS = 45   # of each run that is not --all


def tool(*names):
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    raise Missing("%s is not installed; scripts/install-deps lint" % names[-1])


def run(tree, command, **more):
    p = subprocess.run(command, cwd=tree.top, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    return p.returncode, p.stdout


def findings(tree, status, out, pattern):
    """Lines of a tool's output that match; all of them if it failed and none does."""
    lines = [re.sub("^" + re.escape(tree.top) + "/", "", line) for line in out.split("\n")]
    found = [line for line in lines if re.match(pattern, line)]
    if status and not found:
        found = [line for line in lines if line] or ["exit status %d" % status]
    return sorted(set(found))


def clang_format(tree):
    program = tool("clang-format-" + FORMAT_MAJOR, "clang-format")
    _, version = run(tree, [program, "--version"])
    if " version %s." % FORMAT_MAJOR not in version:
        raise Missing("clang-format is not version %s; scripts/install-deps lint" % FORMAT_MAJOR)
    files = tree.match("*.c", "*.h", "*.cc", "*.cpp")
    status, out = run(tree, [program, "-n", "--Werror"] + files)
    for f in findings(tree, status, out, r"\S+:\d+:\d+: (error|warning)"):
        yield f + "; run: clang-format -i " + f.split(":")[0]


def commands(tree):
    """Rows of compile_commands.json for the tree's own C files, one a file."""
    database = os.path.join(tree.build, "compile_commands.json")
    if not os.path.exists(database):
        raise Missing("%s does not exist; run: make" % os.path.relpath(database, tree.top))
    rows = {}
    for row in json.load(open(database)):
        name = os.path.relpath(os.path.join(row["directory"], row["file"]), tree.top)
        if re.match(r"(cli|common|runtime)/.*\.c$", name) and name in tree.files:
            rows.setdefault(name, row)
    return database, rows


def flags_of(row):
    """Flags of a compile command that the preprocessor sees."""
    args = re.findall(r'(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+', row["command"])
    args = [re.sub(r"\\(.)", r"\1", a) for a in args]
    out, take = [], False
    for a in args:
        if take or re.match(r"-[DIU].|-std=|-isystem|-include|-idirafter", a):
            out.append(a)
        take = not take and a in ("-isystem", "-include", "-idirafter")
    return out


def tidy(tree, checks, seconds, where=""):
    """Runs clang-tidy with its configured checks and CHECKS on files whose path begins
    with WHERE, for so many SECONDS.

    A file that was clean is not checked again until what the compiler sees of it changes.
    Yields findings, then how many files the time did not suffice for.
    """
    program = tool("clang-tidy-" + FORMAT_MAJOR, "clang-tidy")
    database, rows = commands(tree)
    config = tree.text(".clang-tidy") + program + checks
    cache = os.path.join(tree.build, "lint-cache")
    os.makedirs(cache, exist_ok=True)
    end = time.time() + seconds

    def check(name):
        row = rows[name]
        p = subprocess.run(["cc", "-E", "-C"] + flags_of(row) + [os.path.join(tree.top, name)],
                           cwd=row["directory"], stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        # Without the directory, so that a copy of the tree can take over the results.
        seen = row["command"].encode() + b"\0" + p.stdout
        seen = seen.replace(tree.top.encode() + b"/", b"")
        key = hashlib.sha256(config.encode() + seen).hexdigest()
        known = os.path.join(cache, key)
        if not tree.strict and os.path.exists(known):
            return []
        if time.time() > end:
            return None
        status, out = run(tree, [program, "--quiet", "--checks=" + checks,
                                 "-p", os.path.dirname(database), name])
        found = findings(tree, status, out, r"\S+:\d+:\d+: (error|warning)")
        if not found:
            open(known, "w").close()
        return found

    # The newest files first: those that are being worked on.
    names = sorted((n for n in rows if n.startswith(where)),
                   key=lambda n: -os.path.getmtime(os.path.join(tree.top, n)))
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(check, names))
    for f in sorted(set().union(*(r for r in results if r))):
        yield f
    left = results.count(None)
    if left:
        raise Missing("%d of %d files are left for the next run, or for --all" % (
            left, len(names)))


def clang_tidy(tree):
    return tidy(tree, "-clang-analyzer-*", 3600)


def analyzer(tree):
    """The analyzer takes a hundred times as long as the other checks, so it gets the code
    that is linked into every compiler.  In cli/ it reports what cannot happen, because it does
    not see that functions of other files never return 0.
    """
    return tidy(tree, "-bugprone-*,-cert-*", 3600 if tree.strict else ANALYZER_SECONDS,
                "common/")


def cppcheck(tree):
    program = tool("cppcheck")
    cache = os.path.join(tree.build, "lint-cache", "cppcheck")
    os.makedirs(cache, exist_ok=True)
    status, out = run(tree, [
        program, "-q", "-j%d" % JOBS, "--std=c11", "--language=c", "--error-exitcode=1",
        "--enable=warning,performance,portability", "--inline-suppr",
        "--suppressions-list=scripts/lintlib/cppcheck.txt", "--cppcheck-build-dir=" + cache,
        "--template={file}:{line}:{column}: {severity}: {message} [{id}]", "-D__x86_64__",
        "-D_GNU_SOURCE", "-I.", "-Iinclude", "-Icli", "-Iruntime", "-Iruntime/port/host"]
        + tree.match("cli/*.c", "common/*.c", "runtime/*.c"))
    return findings(tree, status, out, r"\S+:\d+:\d+: ")


def shellcheck(tree):
    program = tool("shellcheck")
    started = tree.scripts("(ba|da)?sh")
    # A script that another one reads has no "#!"; it is for sh, or says what it is for.
    started += [f for f in tree.match("*.sh") if "# shellcheck shell=" in tree.text(f)[:400]]
    read = sorted(set(tree.match("*.sh")) - set(started))
    work = [["-s", "sh"] + read] + [started[i::JOBS] for i in range(JOBS)]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for status, out in pool.map(
                lambda files: run(tree, [program, "-x", "-f", "gcc"] + files), work):
            yield from findings(tree, status, out, r"\S+:\d+:\d+: ")


def flake8(tree):
    program = tool("flake8")
    files = tree.scripts("python3?") + tree.match("*.py")
    # A test suite's configuration is given the names config and lit_config by lit.
    status, out = run(tree, [
        program, "--isolated", "--max-line-length=100",
        # Taste, and imports after sys.path is set (E402).
        "--extend-ignore=W503,W504,E203,E741,E127,E128,E129,E402",
        "--builtins=config,lit_config"] + sorted(set(files)))
    return findings(tree, status, out, r"\S+:\d+:\d+: ")


def codespell(tree):
    program = tool("codespell")
    files = [f for f in tree.files if tree.text(f) and not f.startswith("LICENSES/")]
    status, out = run(tree, [program, "-I", os.path.join(HERE, "codespell.txt")] + files)
    return findings(tree, status, out, r"\S+:\d+: ")


def includes(tree):
    script = "scripts/check-includes"
    if script not in tree.files:
        raise Missing(script + " does not exist")
    status, out = run(tree, [os.path.join(tree.top, script)])
    return findings(tree, status, out, r".") if status else []


def plugin_warnings(tree):
    """Warnings that cmake/plugin-step kept when the plugins were built."""
    logs = []
    for adapter in ("gcc-plugin", "llvm-pass"):
        own = glob.glob(os.path.join(tree.build, adapter, "*", "*.warnings"))
        sources = tree.match(adapter + "/*.cc", adapter + "/*.cpp", adapter + "/*.h")
        newest = max(os.path.getmtime(os.path.join(tree.top, f)) for f in sources)
        if own and newest > min(os.path.getmtime(log) for log in own):
            raise Missing("the adapters are newer than the plugins; run: make")
        logs += own
    if not logs:
        raise Missing("no plugin is built in %s; run: make" %
                      os.path.relpath(tree.build, tree.top))
    for log in sorted(logs):
        which = os.path.relpath(os.path.dirname(log), tree.build)
        with open(log, errors="replace") as f:
            for line in f:
                line = re.sub("^" + re.escape(tree.top) + "/", "", line.strip())
                if re.search(r"(warning|error): ", line):
                    yield "%s, in the build of %s" % (line, which)


RULES = [
    ("format", "clang-format %s changes nothing" % FORMAT_MAJOR, clang_format),
    ("includes", "#include follows the order of the directories", includes),
    ("shellcheck", "shellcheck finds nothing", shellcheck),
    ("flake8", "flake8 finds nothing", flake8),
    ("codespell", "codespell finds nothing", codespell),
    ("cppcheck", "cppcheck finds nothing in C", cppcheck),
    ("clang-tidy", "clang-tidy finds nothing in C", clang_tidy),
    ("analyzer", "clang's static analyzer finds nothing in common/", analyzer),
    ("plugin-warnings", "no plugin was built with a warning", plugin_warnings),
]
