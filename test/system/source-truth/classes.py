# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Why a function or line may differ from gcov's at -O0: each class is checked, never assumed.

inlined   the reference has no code of its own for the function (always_inline, or nothing needs
          it), so gcov has no record of it, nor of lines in it and of calls to it that leave no
          statement behind; all other lines of it are compared
joined    gcov counts a block of several lines at one of them, and the other line by another
          block, which was not executed
label     a case label alone on its line: gcov's graph joins it with a label before it
scope     gcov counts the end of a variable's scope, which several jumps share, at the line of one
          of them; a trap put there shows that this jump was not executed
default   "default: ;" is in one block with what follows the switch, which gcov counts; with a
          statement added after the label gcov says what is said here
implicit  the line of a class: llvm-cov counts it in functions that the compiler made of the class
          and that have more than one block, and in no other function
whole     a constructor that clang emits for whole objects only, as C1, has that name where the
          reference has C2, which clang makes of both at -O0
cut       unknown with a lossless plan, because exit(), an exception or longjmp() left a call; with
          prune=none the line is what the reference says, or unknown, too, because it is behind
          that call in one block
break     from -O1 on clang makes no code of a case label that only "break" follows
marker    with -g from -O1 on GCC marks where statements begin, and then the jump at the end of a
          loop without a condition is at the loop's head if its body begins with a statement
          without code; without these marks the line is the reference's
flow      gcov counts a condition at the line of another block if one is in front of it in its own,
          and infers that exec() returned; a trap put at the line shows that it was executed, or
          not, as is said here
"""
import glob
import os
import re
import subprocess

# Lines of these are in addition to the reference's; they are not missing, nor do they differ.
EXTRA = ["inlined"]
OF_OTHERS = 10000000  # exact.cpp


class Block:
    def __init__(self, count):
        self.count, self.lines = count, []
        self.others = []  # (path, line) of other files than the function's


class Function:
    """Of llvm-cov's dump of a file of notes."""

    def __init__(self, name, path, line):
        self.name, self.path, self.line, self.blocks = name, path, line, []

    def is_implicit(self):
        """Whether the compiler made it of a class: else its first block, which follows entry and
        exit, begins with its line."""
        return len(self.blocks) > 2 and self.blocks[2].lines[:1] != [self.line]

    def own_lines(self):
        """Those of the user."""
        found = {n for b in self.blocks for n in b.lines}
        return found - {self.line} if self.is_implicit() else found


def llvm_functions(text, notes=""):
    """The functions of the dump; exact.cpp has put the directory and the names of other files
    beside the notes."""
    found, files = [], [""]
    if os.path.exists(notes + ".files"):
        with open(notes + ".files") as f:
            files = f.read().splitlines()
    for line in text.splitlines():
        m = re.match(r"===== (\S+) \(\d+\) @ (.*):(\d+)$", line)
        if m:
            path = os.path.normpath(os.path.join(files[0], m.group(2)))
            found.append(Function(m.group(1), path, int(m.group(3))))
        elif line.startswith("Block : "):
            found[-1].blocks.append(Block(int(line.split()[-1])))
        elif line.startswith("\tLines : "):
            block = found[-1].blocks[-1]
            for n in (int(n) for n in line[9:].split(",") if n):
                if n < OF_OTHERS:
                    block.lines.append(n)
                else:
                    block.others.append((files[n // OF_OTHERS], n % OF_OTHERS))
    return found


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False).stdout.decode(errors="replace")


class Reference:
    """What the files of the reference's build show; dump prints the blocks of notes; rebuild(path,
    line) has the state of the line after a statement was added to its label, trap(path, line) that
    which a trap there shows, both or None."""

    def __init__(self, out, dump, rebuild, trap, source=""):
        self.out, self.dump, self.rebuild, self.trap = out, dump, rebuild, trap
        self.source = source + "/"  # of a build with absolute names of files
        self.level = None  # of the build that is compared
        self.unpruned = None  # unpruned(path, line) has the state of the line without pruning
        self.unmarked = None  # the same of a build with -gno-statement-frontiers
        self.is_llvm = dump[0].startswith("llvm-cov")
        self.symbols, self.blocks, self.called = None, None, None
        self.hidden = None  # (path, line) -> numbers of outcomes that gcov lists nowhere
        self.implicit = {}  # (path, line) -> of each function whether the line is its class's

    def text_of(self, notes):
        return output_of(*self.dump, notes).replace("`" + self.source, "`")

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
                self.read(self.text_of(notes), notes)
        # "#line" of a generator may have no directory.
        lists = self.blocks.get((path, line)) or self.blocks.get((os.path.basename(path), line), [])
        return {n for lines in lists for n in lines} - {line}, len(lists)

    def hides(self, path, line, n):
        """Whether a block without a line has n outcomes and follows a block that ends in the line:
        a switch after a call, whose outcomes gcov lists nowhere."""
        if self.hidden is None:
            self.hidden = {}
            for notes in glob.glob(self.out + "/o/*.gcno"):
                for text in self.text_of(notes).split("FUNCTION ident=")[1:]:
                    self.read_hidden(text)
        return n in self.hidden.get((path, line), [])

    def read_hidden(self, function):
        before, outcomes, last = {}, {}, {}
        for number, arcs in re.findall(r"block (\d+):((?: \d+:\w{4}(?:\([\w,]*\))?)+)", function):
            for to, kind in re.findall(r" (\d+):\w{4}(\([\w,]*\))?", arcs):
                if "fake" not in kind:
                    before.setdefault(to, []).append(number)
                    outcomes[number] = outcomes.get(number, 0) + 1
        for number, path, lines in re.findall(r"block (\d+):`([^']*)':([\d, ]*)", function):
            last[number] = path, int(lines.split(",")[-1])
        for number, n in outcomes.items():
            if n > 1 and number not in last and len(before.get(number, [])) == 1:
                self.hidden.setdefault(last.get(before[number][0]), []).append(n)

    def read(self, text, notes):
        for record in re.findall(r"block \d+:(.*)", text):
            for part in re.findall(r"`([^']*)':([\d, ]*)", record):
                lines = [int(n) for n in part[1].replace(",", " ").split()]
                self.add(part[0], lines)
        for f in llvm_functions(text, notes) if self.is_llvm else ():
            f.path = f.path.replace(self.source, "", 1)
            for n in {n for b in f.blocks for n in b.lines}:
                self.implicit.setdefault((f.path, n), []).append(n not in f.own_lines())
            for b in f.blocks:
                self.add(f.path, b.lines)

    def is_implicit(self, path, line):
        """Whether the line is that of a class, of which the compiler made functions, and no
        other function has it."""
        self.blocks_with(path, line)
        return all(self.implicit.get((path, line), [False]))

    def add(self, path, lines):
        for n in lines:
            self.blocks.setdefault((path, n), []).append(lines)


def lines_of(source, path):
    if not os.path.exists("%s/%s" % (source, path)):
        return []  # a #line of a generator's
    with open("%s/%s" % (source, path), errors="replace") as f:
        return f.read().split("\n")  # not at form feeds


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


def is_jump(source, key):
    text = lines_of(source, key[0])[key[1] - 1:key[1]]
    return bool(text and re.match(r"\s*({.*;\s*)?(break|continue|goto\s+\w+|return\b[^;]*);",
                                  text[0]))


def is_lone_break(source, key):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", "\n".join(lines_of(source, key[0])[:key[1]]),
                  flags=re.S)
    return bool(re.search(r"(^|\n)\s*(case\b[^\n]*|default\s*):\s*break;\s*$", text))


def class_of(reference, source, kind, key, want, have, wanted, had):
    """The class of a difference, or None."""
    if kind == "function" and reference.is_llvm and want != "absent":
        whole = key[:2] + (re.sub(r"C2(?=[EI])", "C1", key[2]),)
        return "whole" if whole != key and had.functions.get(whole) == want else None
    if kind == "function":
        return "inlined" if want == "absent" and not reference.has_code(key[2]) else None
    path, line = key
    if ((want == "absent" or (want == "not covered" and have == "covered")) and
            not is_joined(reference, key, wanted) and is_inlined(reference, source, key, had)):
        return "inlined"
    if reference.is_llvm:
        return class_for_llvm(reference, source, key, want, have, wanted, had)
    if have == "unknown":
        return "cut" if reference.unpruned(path, line) in (want, have) else None
    if ("absent" in (want, have) and reference.unmarked and
            (reference.unmarked(path, line) or "absent") == want):
        return "marker"
    if want == "absent" and is_case(source, key):
        return "label"
    if want == "not covered" and have == "covered" and is_joined(reference, key, wanted):
        return "joined"
    if want == "not covered" and have == "covered":
        return "flow" if reference.trap(path, line) == have else None
    if want == "covered" and have == "not covered" and reference.trap(path, line) == have:
        return "scope" if is_jump(source, key) else "flow"
    if have != "covered" and want != "not covered":
        text = lines_of(source, path)
        if (line <= len(text) and is_empty_default(text, line) and
                reference.rebuild(path, line) in (have, "not covered")):
            return "default"
    return None


def class_for_llvm(reference, source, key, want, have, wanted, had):
    if want == "absent":
        return None
    if have == "absent":
        if reference.is_implicit(*key):
            return "implicit"
        return "break" if reference.level != "O0" and is_lone_break(source, key) else None
    if have == "unknown":
        return "cut" if reference.unpruned(*key) in (want, have) else None
    return "flow" if reference.trap(*key) == have else None


def is_empty_default(text, line):
    return re.match(r"\s*default\s*:", text[line - 1]) or (
        line > 1 and re.match(r"\s*default\s*:\s*(/\*.*\*/)?\s*$", text[line - 2]))
