#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""run.py COMPILER [SOURCE...]: programs whose comments say what a report must show.

A comment at the end of a line has the line's state, then for each branch of the line its
outcomes, then what holds for one compiler only:

    x++;            // +            covered
    x--;            // -            not covered
    if (a && b)     // + [+-][--]   one outcome of the first branch occurred, none of the second's
    co_return;      // + gcc: [+-]  gcc alone has a branch here
    }               // clang: +     clang alone has code here

    if (a && b)     // + {+- --}    of a decision, each condition's outcomes true and false (MC/DC)

In Fortran it is after "!", in Ada after "--".  A line without such a comment must have no code.
Outcomes of a branch, and branches of a line, are compared as sets.  Lines at the beginning, each
after a "//": "flags:", "gcc-flags:" and "clang-flags:" are for the compiler, "anycov-flags:" for
the plugin, "arguments:" for the program; "needs:" names headers that must be installed,
"compilers:" the compilers, if not both; "branches: no": they are not compared; "conditions:" the
compilers of which these are, "?" being unknown.  Each source is built at -O0 and -O2, with the same
states.
ANYCOV is the command, WORK a directory.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

DIR = os.path.dirname(os.path.abspath(__file__))
ANYCOV = os.environ["ANYCOV"]
LETTERS = {"covered": "+", "not covered": "-"}


def words_of(text, name):
    return [w for line in re.findall(r"^(?://|!|--) %s: (.*)" % name, text, re.M)
            for w in line.split()]


def expected(text, kind):
    """Line number -> state, sorted branches and sorted decisions."""
    lines = {}
    for number, line in enumerate(text.split("\n"), 1):
        found = re.search(r"\S.*(?://|!|--) ((gcc|clang): )?([+-])( .*)?$", line)
        if not found or (found.group(2) and found.group(2) != kind):
            continue
        branches = found.group(4) or ""
        common, *own = re.split(r"(gcc|clang):", branches)
        branches = common + "".join(text for name, text in zip(own[::2], own[1::2])
                                    if name == kind)
        lines[number] = found.group(3), sorted(
            "".join(sorted(b)) for b in re.findall(r"\[([^]]*)\]", branches)), sorted(
            re.findall(r"\{([^}]*)\}", branches))
    return lines


def conditions_of(decision):
    """"+- ++": the outcomes true and false of each condition; sorted if the values are unknown."""
    words = []
    for c in decision["conditions"]:
        states = [LETTERS.get(c[value]["state"], "?") for value in ("true", "false")]
        words.append("".join(states if c["values_known"] else sorted(states)))
    return " ".join(words)


def reported(path, name):
    with open(path) as f:
        data = json.load(f)
    lines = {}
    for file in (f for i in data["images"] for f in i["files"] if f["path"].endswith(name)):
        for line in file["lines"]:
            lines[line["line"]] = LETTERS.get(line["state"], "?"), sorted(
                "".join(sorted(LETTERS.get(o["state"], "?") for o in b["outcomes"]))
                for b in line.get("branches", [])), sorted(
                conditions_of(d) for d in line.get("decisions", []))
    return lines


def unlisted(path):
    """The number of outcomes that totals count and no line lists."""
    with open(path) as f:
        images = json.load(f)["images"]
    listed = sum(len(b["outcomes"]) for i in images for f in i["files"] for line in f["lines"]
                 for b in line.get("branches", []))
    return sum(i["branches_total"]["total"] for i in images) - listed


def run(command, directory, flags=""):
    p = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       text=True, env=dict(os.environ, OMP_NUM_THREADS="2", ANYCOV_FLAGS=flags))
    return p.returncode, p.stdout


def ada_build(compiler, level, name, work):
    """Commands that make a program of a main unit; the binder's own unit is built as the user's."""
    program = subprocess.run(compiler.split() + ["-print-prog-name=gnat1"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout.strip()
    if not os.path.isabs(program) or not shutil.which("gnatbind"):
        raise LookupError("gnat")
    wrapper = os.path.join(work, "cc")
    with open(wrapper, "w") as f:
        f.write('#!/bin/sh\nexec "%s" cc %s "$@"\n' % (ANYCOV, compiler))
    os.chmod(wrapper, 0o755)
    return [[wrapper, "-g", level, "-c", name + ".adb"], ["gnatbind", name + ".ali"],
            [wrapper, "-g", level, "-c", "b~%s.adb" % name],
            ["gnatlink", name + ".ali", "--GCC=" + wrapper, "-o", "prog"]]


def check(source, compiler, level):
    """Returns None, False (another compiler's), or what is wrong; LookupError: no header."""
    with open(source) as f:
        text = f.read()
    kind = "clang" if "clang" in compiler else "gcc"
    name = os.path.basename(source)
    if kind not in (words_of(text, "compilers") or [kind]):
        return False
    if name.endswith(".f90"):
        compiler = compiler.replace("gcc", "gfortran")
        if not shutil.which(compiler):
            raise LookupError(compiler)
    if name.endswith(".cc"):
        compiler = re.sub("clang(?!\\+)", "clang++", re.sub("gcc", "g++", compiler))
    work = os.path.join(os.environ["WORK"], name + level)
    subprocess.run(["rm", "-rf", work], check=True)
    os.makedirs(work)
    with open(os.path.join(work, name), "w") as f:
        f.write(text)
    flags = words_of(text, "flags") + words_of(text, kind + "-flags")
    language = "c++" if name.endswith(".cc") else "c"
    for need in words_of(text, "needs"):
        probe = "echo '#include <%s>' | %s %s -x %s -E - 2>&1 >/dev/null" % (
            need, compiler, " ".join(flags), language)
        p = subprocess.run(probe, shell=True, stdout=subprocess.PIPE, text=True)
        if p.returncode and not re.search("No such file|file not found|header requires", p.stdout):
            return p.stdout
        if p.returncode:
            raise LookupError(need)
    build = [[ANYCOV, "cc"] + compiler.split() + ["-g", level, name, "-o", "prog"] + flags]
    if name.endswith(".adb"):
        build = ada_build(compiler, level, name[:-4], work)
    for command in build + [
            [ANYCOV, "run", "./prog"] + words_of(text, "arguments"),
            [ANYCOV, "report", "--quiet", "--no-build", "--mcdc", "--json", "-o", "report.json",
             "./anycov-data"]]:
        status, out = run(command, work, " ".join(words_of(text, "anycov-flags")))
        if status:
            return "%s: status %d\n%s" % (" ".join(command), status, out)
    branches = words_of(text, "branches") != ["no"]
    conditions = kind in words_of(text, "conditions")
    want, got = ({n: (state, b if branches else [], c if conditions else [])
                  for n, (state, b, c) in x.items()}
                 for x in (expected(text, kind), reported(work + "/report.json", name)))
    wrong = ["line %d: expected %s, not %s" % (n, want.get(n), got.get(n))
             for n in sorted(set(want) | set(got)) if want.get(n) != got.get(n)]
    if unlisted(work + "/report.json"):
        wrong.append("outcomes that no line lists: %d" % unlisted(work + "/report.json"))
    return "\n".join(wrong) or None


def main():
    compiler = sys.argv[1]
    sources = sys.argv[2:] or sorted(
        f for end in ("c", "cc", "f90", "adb") for f in glob.glob(os.path.join(DIR, "*." + end)))
    failed = 0
    for source in sources:
        for level in "-O0", "-O2":
            what = "%s %s %s" % (compiler, level, os.path.basename(source))
            try:
                wrong = check(os.path.abspath(source), compiler, level)
            except LookupError as e:
                print("missing: %s for %s" % (e, what))
                continue
            print("%s: %s" % (what, wrong or "ok" if wrong is not False else "not for it"))
            failed += bool(wrong)
    return 1 if failed else 0


sys.exit(main())
