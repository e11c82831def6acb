# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Rules about texts, which need no tool.

A rule is a name, what it demands, and a function that yields findings, each as
"FILE:LINE: what is wrong; what to do".
"""
import fnmatch
import os
import re

MAX_FUNCTION = 60
HERE = os.path.dirname(os.path.abspath(__file__))


def table(name, cells):
    """Rows of a data file of this directory: cells split by tabs, "#" begins a comment."""
    with open(os.path.join(HERE, name)) as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            row = re.split(r"\t+", line)
            if len(row) != cells:
                raise SystemExit("scripts/lintlib/%s:%d: has %d cells instead of %d" % (
                    name, number, len(row), cells))
            yield row


def find(tree, files, pattern, message):
    """One finding for each line of the files that matches."""
    pattern = re.compile(pattern, re.M)
    for name in files:
        if not pattern.search(tree.text(name)):
            continue
        for number, line in enumerate(tree.lines(name), 1):
            found = pattern.search(line)
            if found:
                yield "%s:%d: %s" % (name, number, message % {"it": found.group(0)})


def spdx(tree):
    exempt = [p for p, _ in table("no-spdx.txt", 2)]
    for name in tree.files:
        if not tree.text(name) or any(fnmatch.fnmatchcase(name, p) for p in exempt):
            continue    # binary, empty, or with a reason
        if "SPDX-License-Identifier: " not in "\n".join(tree.lines(name)[:5]):
            yield "%s:1: has no SPDX line; begin it as the other files do" % name


def functions(tree):
    """A function is from a line "{" to the next line "}".  Rows of tables in it are not counted."""
    for name in tree.match("cli/*.c", "common/*.c", "runtime/*.c", "gcc-plugin/*.cc",
                           "llvm-pass/*.cpp"):
        begin = n = 0
        in_table = False
        for number, line in enumerate(tree.lines(name), 1):
            if line == "{":
                begin, n = number, -1
            in_table = in_table and not re.match(r"\s+};$", line)
            n += not in_table
            in_table = in_table or line.endswith("] = {")
            if line == "}" and begin:
                n -= 1
                if n > MAX_FUNCTION:
                    yield "%s:%d: a function has %d lines; split it, %d are the most" % (
                        name, begin, n, MAX_FUNCTION)
                begin = 0


def paths(tree):
    return find(tree, tree.files, r"(?<![\w.$}/-])/(work|home/\w+|root|Users/\w+)/[\w.]",
                "%(it)s... is a path of one machine; use a relative one")


# Examples of tests, files of the build directory and of Linux.
NO_FILE = re.compile(r"planted|no_such|test/lanes\.txt|2020-|module\.lds\.S")


def file_names(tree):
    """Comments and messages name files that exist, by a path from the top or a part of it."""
    named = re.compile(r"(?<![\w./$}*-])((?:cli|common|runtime|test|scripts|docs|cmake|bench|"
                       r"include/anycov|examples|gcc-plugin|llvm-pass)/[\w./+-]*\.(?:c|h|cc|cpp|"
                       r"md|py|sh|def|S|ld|cmake|txt))\b(?!\.\w|\*)")
    known = {f[i:] for f in tree.files for i in [0] + [m.end() for m in re.finditer("/", f)]}
    for name in tree.files:
        if name.startswith("bench/results/"):
            continue    # of their day
        for number, line in enumerate(tree.lines(name), 1):
            for path in named.findall(line):
                if path not in known and not NO_FILE.search(path):
                    yield "%s:%d: %s does not exist; name the file that it became" % (
                        name, number, path)


def adapters(tree):
    return tree.match("gcc-plugin/*.cc", "gcc-plugin/*.h", "llvm-pass/*.cpp", "llvm-pass/*.h")


def hook_names(tree):
    text = tree.text("include/anycov/hooks.def")
    symbols = set(re.findall(r"\b__(?:sanitizer|sancov|anycov)_\w+", text))
    # A variable that users set; the help names it.
    symbols = sorted(symbols - {"__sancov_should_track"})
    files = adapters(tree) + tree.match("common/*.[ch]", "cli/*.[ch]", "cmake/*")
    return find(tree, files, r"\b(%s)\b|\b__sanitizer_cov_\w+" % "|".join(symbols),
                "%(it)s is spelt outside include/anycov/hooks.def; use that table's rows")


def versions(tree):
    files = [f for f in adapters(tree) + tree.match("common/*.[ch]")
             if not f.endswith("_compat.h")]
    return find(tree, files, r"^\s*#\s*(el)?if.*\b(ANYCOV_GCC|ANYCOV_LLVM|BUILDING_GCC_VERSION|"
                r"GCCPLUGIN_VERSION\w*|LLVM_VERSION_MAJOR)\s*[<>=!]",
                "%(it)s: a test of the compiler's version; move it to gcc_compat.h or "
                "llvm_compat.h")


def option_words(tree):
    words = re.findall(r'\bX\("([a-z0-9-]+)", (?:ANYCOV|KEY)_',
                       tree.text("common/options/options.c"))
    # A plain word, such as "code" or "coverage", also names other things.
    long_ones = [w for w in words if re.search("-|list$", w)]
    files = [f for f in adapters(tree) + tree.match("common/*.[ch]")
             if f not in ("common/options/options.c", "common/options/presets.c")]
    return find(tree, files, r'"(%s)"' % "|".join(long_ones),
                "%(it)s: the word of an option is spelt outside options.c and presets.c")


# What an adapter asks of the options: reading them and handing them on is all.
ASKS = re.compile(r"\banycov_opts\.|->o->")
MAX_ASKS = 4


def adapters_decide(tree):
    for directory in ("gcc-plugin", "llvm-pass"):
        asks = []
        for name in (f for f in adapters(tree) if f.startswith(directory)):
            for number, line in enumerate(tree.lines(name), 1):
                asks += ["%s:%d" % (name, number)] * len(ASKS.findall(line))
                if re.search(r"\bcoverage\s*&", line):
                    yield "%s:%d: an adapter tests the coverage words; decide in common/" % (
                        name, number)
        if len(asks) > MAX_ASKS:
            yield "%s: %s asks %d options instead of at most %d; decide in common/ (%s)" % (
                asks[MAX_ASKS], directory, len(asks), MAX_ASKS, " ".join(asks))


def adapters_twins(tree):
    sides = {"gcc-plugin/": (".cc", r"LLVM|clang"), "llvm-pass/": (".cpp", r"GCC")}
    stems = {d: {os.path.splitext(f[len(d):])[0].replace("gcc_", "").replace("llvm_", ""): f
                 for f in adapters(tree) if f.startswith(d) and f.count("/") == 1}
             for d in sides}
    for here, there in (("gcc-plugin/", "llvm-pass/"), ("llvm-pass/", "gcc-plugin/")):
        for stem, name in sorted(stems[here].items()):
            if stem not in stems[there] and \
                    not re.search(sides[here][1], tree.first_comment(name)):
                yield "%s:2: %s has no %s; name the files alike, or say in the first " \
                    "comment why the other compiler needs none" % (name, there, stem)


def words(tree):
    for pattern, where, instead in table("words.txt", 3):
        # "!" before a pattern of paths excludes; this file's list has to spell the words.
        outside = [w[1:] for w in where.split() if w[0] == "!"] + ["scripts/lintlib/words.txt"]
        inside = [w for w in where.split() if w[0] != "!"]
        files = [f for f in tree.match(*inside)
                 if not any(fnmatch.fnmatchcase(f, p) for p in outside)]
        for f in find(tree, files, r"(?i)\b(%s)\b" % pattern, '"%(it)s"'):
            yield "%s: write: %s" % (f, instead)


def templates(tree):
    """Markup is in templates; each is printed, with values of all names in it."""
    code = tree.match("cli/output/html*.[ch]")
    yield from find(tree, code, r'"[^"]*</?[a-z!]',
                    "%(it)s: markup in C; move it to cli/output/templates/")
    defined, printed = {}, []
    for name in tree.match("cli/output/templates/*.html"):
        used = set()
        for number, line in enumerate(tree.lines(name), 1):
            found = re.match(r"{{define ([\w-]+)}}$", line)
            if found:
                used = set()
                defined[found[1]] = ("%s:%d" % (name, number), used)
            elif not line.startswith("{{!"):
                used.update(re.findall(r"{{[#^/]?(\w+)}}", line))
    for name in code:
        text = tree.text(name)
        for call in re.finditer(r'_print\(\s*[\w.>-]+, "([\w-]+)"(.*?)\);\n', text, re.S):
            values = re.findall(r'\b(?:TEXT|TEXT_N|NUMBER|PART)\("(\w+)"', call[2])
            where = "%s:%d" % (name, text.count("\n", 0, call.start()) + 1)
            printed.append(call[1])
            if call[1] not in defined:
                yield "%s: template %s is not defined; add it" % (where, call[1])
            elif defined[call[1]][1] != set(values):
                yield "%s: template %s and its values here differ in: %s" % (
                    where, call[1], " ".join(sorted(defined[call[1]][1] ^ set(values))))
    for name in sorted(set(defined) - set(printed)):
        yield "%s: no code prints template %s; remove it" % (defined[name][0], name)


RULES = [
    ("spdx", "every file begins with its SPDX line", spdx),
    ("functions", "no function has more than %d lines" % MAX_FUNCTION, functions),
    ("paths", "no path of one machine", paths),
    ("file-names", "files that are named exist", file_names),
    ("hook-names", "hooks are named in include/anycov/hooks.def alone", hook_names),
    ("versions", "compiler versions are tested in *_compat.h alone", versions),
    ("option-words", "options are spelt in options.c and presets.c alone", option_words),
    ("adapters-decide", "the adapters ask at most %d options each" % MAX_ASKS, adapters_decide),
    ("adapters-twins", "each file of an adapter has a twin, or says why not", adapters_twins),
    ("templates", "markup is in templates, which have the values that are printed", templates),
    ("words", "words of scripts/lintlib/words.txt do not occur", words),
]
