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
"""
import glob
import re
import subprocess

# Lines of these are in addition to the reference's; they are not missing, nor do they differ.
EXTRA = ["inlined"]


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False).stdout.decode(errors="replace")


class Reference:
    """What the files of the reference's build show; rebuild(path, line) has the state of the
    line after a statement was added to its label, or None."""

    def __init__(self, out, dump, rebuild):
        self.out, self.dump, self.rebuild = out, dump, rebuild
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
                self.read(output_of(self.dump, "-l", notes))
        lists = self.blocks.get((path, line), [])
        return {n for lines in lists for n in lines} - {line}, len(lists)

    def read(self, text):
        for record in re.findall(r"block \d+:(.*)", text):
            for part in re.findall(r"`([^']*)':([\d, ]*)", record):
                lines = [int(n) for n in part[1].replace(",", " ").split()]
                for n in lines:
                    self.blocks.setdefault((part[0], n), []).append(lines)


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


def class_of(reference, source, kind, key, want, have, wanted, had):
    """The class of a difference, or None."""
    if kind == "function":
        return "inlined" if want == "absent" and not reference.has_code(key[2]) else None
    path, line = key
    if ((want == "absent" or (want == "not covered" and have == "covered")) and
            not is_joined(reference, key, wanted) and is_inlined(reference, source, key, had)):
        return "inlined"
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


def is_empty_default(text, line):
    return re.match(r"\s*default\s*:", text[line - 1]) or (
        line > 1 and re.match(r"\s*default\s*:\s*(/\*.*\*/)?\s*$", text[line - 2]))
