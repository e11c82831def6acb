# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Why a function or line may differ from gcov's at -O0: each class is checked, never assumed.

inlined   the reference has no code of its own for the function (always_inline, or nothing needs
          it), so gcov has no record of it, nor of lines in it and of calls to it that leave no
          statement behind; all other lines of it are compared
joined    gcov counts a block of several lines at one of them, and the other line by another
          block, which was not executed
label     a case label alone on its line: gcov's graph joins it with a label before it
default   "default: ;" is in one block with what follows the switch, which gcov counts; with a
          statement added after the label gcov says what is said here
include   after #include in a function, and in the included file, llvm-cov has no lines
break     from -O1 on clang makes no code of a case label that only "break" follows
flow      llvm-cov infers most counts from others, as if every call returned and as if each split
          edge were in its notes; a trap put at the line shows that it was executed, or not, as
          is said here
"""
import glob
import re
import subprocess

# Lines of these are in addition to the reference's; they are not missing, nor do they differ.
EXTRA = ["inlined", "include"]


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False).stdout.decode(errors="replace")


class Reference:
    """What the files of the reference's build show; dump prints the blocks of notes; rebuild(path,
    line) has the state of the line after a statement was added to its label, trap(path, line) that
    which a trap there shows, both or None."""

    def __init__(self, out, dump, rebuild, trap):
        self.out, self.dump, self.rebuild, self.trap = out, dump, rebuild, trap
        self.level = None  # of the build that is compared
        self.is_llvm = dump[0].startswith("llvm-cov")
        self.symbols, self.blocks, self.called = None, None, None

    def has_code(self, name):
        if self.symbols is None:
            text = output_of("nm", "--defined-only", *glob.glob(self.out + "/o/*.o"))
            self.symbols = {line.split()[-1] for line in text.splitlines() if line.strip()}
        return name in self.symbols

    def blocks_with(self, path, line):
        """The other lines of the blocks with the line, and how many such blocks there are."""
        if self.blocks is None:
            self.blocks = {}
            for notes in glob.glob(self.out + "/o/*.gcno"):
                self.read(output_of(*self.dump, notes))
        lists = self.blocks.get((path, line), [])
        return {n for lines in lists for n in lines} - {line}, len(lists)

    def read(self, text):
        for record in re.findall(r"block \d+:(.*)", text):
            for part in re.findall(r"`([^']*)':([\d, ]*)", record):
                lines = [int(n) for n in part[1].replace(",", " ").split()]
                self.add(part[0], lines)
        # llvm-cov's
        path = None
        for where, numbers in re.findall(r"^===== .* @ (.*):\d+$|^\tLines : ([\d,]*)$", text, re.M):
            path = where or path
            if numbers:
                self.add(path, [int(n) for n in numbers.split(",") if n])

    def add(self, path, lines):
        for n in lines:
            self.blocks.setdefault((path, n), []).append(lines)


def lines_of(source, path):
    with open("%s/%s" % (source, path), errors="replace") as f:
        return f.read().splitlines()


def is_case(source, key):
    text = lines_of(source, key[0])
    return key[1] <= len(text) and bool(re.match(r"\s*case\s[^:?]*:\s*$", text[key[1] - 1]))


def is_joined(reference, key, wanted):
    path, line = key
    others, n = reference.blocks_with(path, line)
    return n > 1 and any(wanted.lines.get((path, other)) == "covered" for other in others)


def is_inlined(reference, source, key, had):
    """Whether the line is in a function without code in the reference, or calls one."""
    path, line = key
    before = [k for k in had.functions if k[0] == path and k[1] <= line]
    last = max((k[1] for k in before), default=0)
    if any(k[1] == last and not reference.has_code(k[2]) for k in before):
        return True
    if reference.called is None:
        names = "\n".join(k[2] for k in had.functions if not reference.has_code(k[2]))
        text = subprocess.run(["c++filt", "-p"], input=names.encode(), stdout=subprocess.PIPE,
                              check=True).stdout.decode()
        reference.called = {word.replace("basic_", "") for word in re.findall(r"\w+", text)}
    text = lines_of(source, path)
    return line <= len(text) and bool(
        reference.called & set(re.findall(r"(\w+)\s*\(", text[line - 1])))


def includes(source, path, first, last):
    """The names of the files that these lines include."""
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"',
                      "\n".join(lines_of(source, path)[first - 1:last]), re.M)


def is_after_include(source, key, wanted, had):
    """Whether a function includes a file before the line, or is where this file is included."""
    path, line = key
    starts = sorted(k[1] for k in had.functions if k[0] == path and k[1] <= line)
    if starts:
        return bool(includes(source, path, starts[-1], line))
    if any(k[0] == path for k in wanted.lines):
        return False
    for other in {k[0] for k in had.functions}:
        first = min(k[1] for k in had.functions if k[0] == other)
        if path.split("/")[-1] in includes(source, other, first, None):
            return True
    return False


def is_lone_break(source, key):
    text = re.sub(r"/\*.*?\*/", "", "\n".join(lines_of(source, key[0])[:key[1]]))
    return bool(re.search(r"(^|\n)\s*(case\b[^\n]*|default\s*):\s*break;\s*$", text))


def class_of(reference, source, kind, key, want, have, wanted, had):
    """The class of a difference, or None."""
    if kind == "function":
        return "inlined" if want == "absent" and not reference.has_code(key[2]) else None
    path, line = key
    if ((want == "absent" or (want == "not covered" and have == "covered")) and
            not is_joined(reference, key, wanted) and is_inlined(reference, source, key, had)):
        return "inlined"
    if reference.is_llvm:
        return class_for_llvm(reference, source, key, want, have, wanted, had)
    if want == "absent" and is_case(source, key):
        return "label"
    if want == "not covered" and have == "covered" and is_joined(reference, key, wanted):
        return "joined"
    if have != "covered" and want != "not covered":
        text = lines_of(source, path)
        if (line <= len(text) and is_empty_default(text, line) and
                reference.rebuild(path, line) in (have, "not covered")):
            return "default"
    return None


def class_for_llvm(reference, source, key, want, have, wanted, had):
    if want == "absent":
        return "include" if is_after_include(source, key, wanted, had) else None
    if have == "absent":
        return "break" if reference.level != "O0" and is_lone_break(source, key) else None
    return "flow" if have != "unknown" and reference.trap(*key) == have else None


def is_empty_default(text, line):
    return re.match(r"\s*default\s*:", text[line - 1]) or (
        line > 1 and re.match(r"\s*default\s*:\s*(/\*.*\*/)?\s*$", text[line - 2]))
