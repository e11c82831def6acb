#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Each rule of `make lint` finds an example that is planted in a copy of the tree.

  lint_test.py TOP BUILD WORK      BUILD: a build of TOP, whose results of clang-tidy are reused

A rule whose tool is missing has to be named by `make lint`; with CI=true it is a failure.
A rule without an example is a failure, too.
"""
import os
import re
import shutil
import subprocess
import sys

TOP, BUILD, WORK = map(os.path.abspath, sys.argv[1:4])
sys.path.insert(0, os.path.join(TOP, "scripts", "lintlib"))
from tree import Tree

C = "/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */\n"
SH = "#!/bin/sh\n# SPDX-License-Identifier: GPL-2.0-or-later OR MIT\n"
# Rule, file, its text or what is added to it, what the finding contains.
EXAMPLES = [
    ("spdx", "common/planted_spdx.h", "#define PLANTED_SPDX 1\n", "no SPDX line"),
    ("functions", "common/planted_function.c",
     C + "void planted(void);\nvoid planted(void)\n{\n" + "\t;\n" * 61 + "}\n", "has 61 lines"),
    ("paths", "docs/planted_paths.md", "See /ho" + "me/user/anycov.\n", "path of one machine"),
    ("file-names", "docs/planted_files.md", "See common/go" + "ne.c.\n", "does not exist"),
    ("hook-names", "llvm-pass/planted_hooks.h",
     C + "#define PLANTED \"__sanitizer_cov_trace_pc\"\n", "hooks.def"),
    ("versions", "llvm-pass/planted_version.h", C + "#if ANYCOV_LLVM >= 19\n#endif\n",
     "compiler's version"),
    ("option-words", "common/planted_words.h", C + "#define PLANTED_WORD \"trace-pc-guard\"\n",
     "options.c"),
    ("templates", "cli/output/html_planted.h", C + "#define PLANTED \"<\" \"b\" \"</b>\"\n",
     "markup in C"),
    ("templates", "cli/output/templates/planted.html",
     "{{! SPDX-License-Identifier: MIT }}\n{{define planted}}\n",
     "no code prints template planted"),
    ("templates", "cli/output/html_planted.c", C + "html_print(f, \"foot\", TEXT(\"no\", s));\n",
     "differ in: no"),
    ("templates", "cli/output/html_planted_no.c", C + "template_print(f, \"none\", NULL);\n",
     "template none is not defined"),
    ("words", "docs/planted_words.md", "The compiler is at " + "hand.\n", "write: "),
    ("columns", "docs/planted_columns.md", "A line of " + 10 * "ten words " + "\n",
     "has 110 columns"),
    ("sentences", "docs/planted_sentences.md", "One:\n\n- so\n  on " + 29 * "and on " + "twice.\n",
     "a sentence has 61 words"),
    ("subjects", "commit ", None, "the subject has 73 characters"),
    ("format", "common/planted_format.h", C + "int   planted;\n", "clang-format"),
    ("includes", "common/planted_include.h", C + "#include \"runtime/hooks/claim.h\"\n",
     "common/ must not include"),
    ("shellcheck", "scripts/planted_sh", SH + "cd \"$1\"\nread x\n", "SC2162"),
    ("flake8", "scripts/planted.py", SH.replace("sh\n", "python3\n", 1) + "import os\n", "F401"),
    ("codespell", "docs/planted_spelling.md", "It is t" + "eh end.\n", "the"),
    ("cppcheck", "common/planted_cppcheck.c", C + "int planted_cppcheck(void);\n"
     "int planted_cppcheck(void)\n{\n\tint a[2] = { 0, 0 };\n\n\ta[2] = 1;\n\treturn a[0];\n}\n",
     "arrayIndexOutOfBounds"),
    ("clang-tidy", "common/planted_tidy.c", C + "#include <stdlib.h>\n"
     "int planted_tidy(const char *s);\nint planted_tidy(const char *s)\n{\n\treturn atoi(s);\n}\n",
     "cert-err34-c"),
    ("analyzer", "common/planted_null.c", C + "int planted_null(int x);\n"
     "int planted_null(int x)\n{\n\tint *p = 0;\n\n\treturn x ? *p : 0;\n}\n", "NullDereference"),
    ("plugin-warnings", "gcc-plugin/planted.cc", C + "/* LLVM needs none. */\n"
     "#include \"adapter.h\"\n"
     "int planted(int edge);\nint planted(int edge)\n{\n\treturn edge;\n}\n",
     "-Wshadow"),
    ("adapters-decide", "llvm-pass/planted_decide.h", C + "/* GCC needs none. */\n"
     "#define PLANTED_DECIDE (coverage & 1)\n", "decide in common/"),
    ("adapters-twins", "llvm-pass/planted_twin.h", C, "has no planted_twin"),
]


def copy_tree():
    shutil.rmtree(WORK, ignore_errors=True)
    for name in Tree(False).files:
        # shellcheck takes a third of a second for each; the planted script is enough.
        if name.startswith("test/") and name.endswith(".sh"):
            continue
        os.makedirs(os.path.dirname(os.path.join(WORK, name)), exist_ok=True)
        shutil.copy2(os.path.join(TOP, name), os.path.join(WORK, name))
    cache = os.path.join(BUILD, "lint-cache")
    if os.path.isdir(cache):
        shutil.copytree(cache, os.path.join(WORK, "build", "lint-cache"))


def run(command, **environment):
    p = subprocess.run(command, cwd=WORK, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True,
                       env=dict(os.environ, BUILD="build", **environment))
    return p.returncode, p.stdout


def commit(subject):
    run(["git", "-c", "user.name=lint", "-c", "user.email=lint@localhost", "commit", "-q",
         "--allow-empty", "--no-gpg-sign", "-m", subject])


def some_gcc():
    """A GCC that the build has a plugin for, by its name."""
    for line in open(os.path.join(BUILD, "CMakeCache.txt")):
        found = re.match(r"ANYCOV_\S+_CC:INTERNAL=.*/(\S*gcc\S*)$", line)
        if found:
            return found.group(1)
    return "gcc-12"


# Text of a page, and what the rules "columns" and "sentences" find in it: nothing, or a line.
WORDS = 30 * "word "
PAGES = [
    (WORDS + "word.", "sentences", 1),
    ("Title:\n\n" + 2 * (15 * "word " + "\n") + "word.", "sentences", 3),
    ("# " + WORDS + "word", "sentences", 1),
    ("1. Item.\n2. " + WORDS + "word.", "sentences", 2),
    ("- Item.\n\n      " + WORDS + "word.", "sentences", 3),
    ("W" + WORDS.strip() + ". W" + WORDS.strip() + ". anycov " + 29 * "word ", "sentences", 0),
    (29 * "word " + "`" + WORDS + "`.", "sentences", 0),
    ("W" + 29 * "word " + "end. [page](page.md) " + 29 * "word ", "sentences", 0),
    ("| " + WORDS + "word. |", "sentences", 0),
    ("    " + WORDS + "word.", "sentences", 0),
    ("```text\n" + WORDS + "word.\n```", "sentences", 0),
    (101 * "x", "columns", 1),
    (100 * "x", "columns", 0),
    ("- item\n\n  " + 99 * "x", "columns", 3),
    ("| " + 99 * "x" + " |", "columns", 0),
    ("Code:\n\n    " + 99 * "x", "columns", 0),
    ("```sh\n" + 101 * "x" + "\n```\n" + 101 * "x", "columns", 4),
    ("[" + 50 * "x" + "](" + 50 * "y" + ")", "columns", 0),
    ("[" + 101 * "x" + "](y)", "columns", 1),
    ("See https://localhost/" + 99 * "x", "columns", 0),
]
# Subjects of commits, and what is found.
SUBJECTS = [
    ("lint: " + 66 * "x", None),
    ("lint: " + 67 * "x", "has 73 characters"),
    ("gcc-plugin, llvm-pass: skip naked functions", None),
    ("skip naked functions", "has no area"),
]


def prose_failures():
    """Findings that differ from those of PAGES and SUBJECTS."""
    failures = []
    planted = os.path.join(WORK, "docs", "planted_prose.md")
    for text, rule, line in PAGES:
        with open(planted, "w") as f:
            f.write(text + "\n")
        found = re.findall(r"^docs/planted_prose\.md:(\d+):", run(["scripts/lint", rule])[1], re.M)
        if found != ([str(line)] if line else []):
            failures.append("%s: found in lines %s of %r" % (rule, found, text))
    run(["git", "tag", "v1"])
    for subject, wanted in SUBJECTS:
        commit(subject)
        status, out = run(["scripts/lint", "subjects"])
        if status != bool(wanted) or wanted and wanted not in out or out.count("commit ") > status:
            failures.append("subjects: %s: status %d:\n%s" % (subject, status, out))
        run(["git", "tag", "-f", "v1"])
    return failures


def main():
    failures = []
    copy_tree()
    rules = [line.split()[0] for line in run(["scripts/lint", "--list"])[1].splitlines()]
    examples = [e for e in EXAMPLES if e[0] in rules]
    failures += ["%s: has no example" % r for r in rules if r not in [e[0] for e in examples]]
    for _, path, text, _ in examples:
        if text is not None:
            with open(os.path.join(WORK, path), "w") as f:
                f.write(text)
    run(["git", "init", "-q"])
    commit("lint: " + 67 * "x")
    gcc = "PLUGINS=" + some_gcc()
    status, out = run(["make", "--no-print-directory", "lint", gcc])
    # The plugin is not built yet, so its warnings are not known.
    if "plugin-warnings" in rules and "lint: plugin-warnings  not checked:" not in out:
        failures.append("plugin-warnings: a missing build is not named")
    run(["ninja", "-C", "build", "gcc-plugins"])
    out += run(["scripts/lint", "plugin-warnings"])[1]
    if not status:
        failures.append("make lint succeeds")
    for rule, path, _, text in examples:
        found = [line for line in out.splitlines()
                 if line.endswith("[%s]" % rule) and path in line and text in line]
        missing = re.search(r"^lint: %s +not checked: .*" % rule, out, re.M)
        if found:
            print("%-16s %s" % (rule, found[0]))
        elif missing and os.environ.get("CI") != "true":
            print(missing.group(0))
        else:
            failures.append("%s: the example in %s is not found" % (rule, path))
    failures += prose_failures()
    # A tool that is not there is named; --all and CI want it.
    python = os.path.dirname(sys.executable)
    bare = os.path.join(WORK, "build", "bare")
    os.makedirs(bare, exist_ok=True)
    for program in ("env", "git", "python3"):
        where = shutil.which(program, path=python + ":" + os.environ["PATH"])
        if where:
            os.symlink(where, os.path.join(bare, program))
    for extra, ci, wanted in ([], "", 0), (["--all"], "", 1), ([], "true", 1):
        status, text = run(["scripts/lint", "shellcheck"] + extra, CI=ci, PATH=bare)
        if status != wanted or "not checked: shellcheck is not installed" not in text:
            failures.append("without shellcheck: status %d instead of %d:\n%s" % (
                status, wanted, text))
    print(out if failures else "", end="")
    for f in failures:
        print("lint_test: " + f)
    return 1 if failures else 0


sys.exit(main())
