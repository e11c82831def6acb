# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""
One program recorded in every way: as flags, as a trace and as sets of PCs, with each pruning, at
several levels.  All reports must give one answer, which is that of two references.

- The compiler's own coverage at -O0: its list of lines, and, since the programs execute the same
  lines on every machine, their states on the host.  With place=early both must be equal.
- The simulator's list of executed instructions.  Records are the hook calls that it executed.  With
  place=late, which reports the code that the optimizer left, a line may differ from gcov's if the
  same level without coverage has such code, as its table of lines shows:

  hoisted  covered here: instructions of the line were executed, from where a branch decides later
  rest     not covered here: no instruction of the line was executed, but for copies of registers
           and those of which a condition was false; what it does is done by others', or by an
           inlined copy without a line
"""
import bisect
import itertools
import json
import os
import re
import shutil

from image import CLANG, HERE, Failure, Image, read_dumps, run
from real import STB, of_sprintf as of_stb, sprintf_link
from targets import GCC, GCOV

LEVELS = ("-O0", "-Os", "-O2")
PLACES = ("early", "late")
PRUNE = ("none", "lossless", "dom")
MODES = {"flags": None, "trace": "KCOV_TRACE_PC", "set": "KCOV_TRACE_UNIQ_PC"}
KNOWN = ("covered", "not covered")
ANY = "any"
AREA = {"avr": 1100, "aarch64": 65536, "x86_64": 65536}
MOST = 0.02         # the part of the lines that may be in a class
CLASSES = ("hoisted", "rest")
ROW = re.compile(r"^(\S+)\s+(\d+|-)\s+(?:0x)?([0-9a-f]+)\b")
INSN = re.compile(r"^ *([0-9a-f]+):\t[0-9a-f ]+\t(\S+)\s*(.*)")
COPY = re.compile(r"(mv|c\.mv|movs?|movw|movq?|movl)(\.n|\.w)?$")


class Lexer:
    instrumented = "lexer.c"
    sources = ("lexer.c", "stb_c_lexer.h")
    host = ("int step(int n);\nint main(void)\n"
            "{ int n = 0, result; while ((result = step(n++)) > 0); return !result; }\n")

    def words(self, image):
        """Flags to compile it; makes the header with its options."""
        words = of_stb(image)
        with open(os.path.join(STB, "stb_c_lexer.h")) as f:
            text = f.read().split("// --BEGIN--")[1].split("// --END--")[0]
        with open(os.path.join(image.dir, "include", "lexer_options.h"), "w") as f:
            f.write(re.sub(r"(USE_STDLIB +)Y", r"\1N", text))
        return words + ["-gdwarf-2"] * (image.t.cc == "avr-gcc")  # -g alone: no table of lines

    def expects(self, printed):
        return []


class Sprintf:
    instrumented = "sprintf.c"
    sources = ("sprintf.c", "stb_sprintf.h")
    host = ("int printf(const char *, ...); unsigned long format(void);\n"
            "int main(void) { return printf(\"%lu\", format()) < 0; }\n")

    def words(self, image):
        return of_stb(image)

    def expects(self, printed):
        return ["-DCHECKSUM=" + printed]


class Cover:
    """lines: (file, line) -> state; functions: (file, line, name) -> state."""

    def __init__(self, lines, functions=None):
        self.lines, self.functions = lines, functions or {}


def by_gcov(program, image):
    """The states of lines on the host at -O0, and what the program printed."""
    clang = image.t.cc.startswith("clang")
    host = [CLANG, "-no-pie"] if clang else [GCC]
    with open(os.path.join(image.dir, "host.c"), "w") as f:
        f.write(program.host)
    run(host + ["-c", "host.c", "-o", "host.o"], image.dir)
    run(host + ["-O0", "-g", "--coverage", *program.words(image), "-c",
                os.path.join(HERE, program.instrumented), "-o", "program.o"], image.dir)
    run(host + ["--coverage", "host.o", "program.o", "-o", "host"], image.dir)
    printed = run([os.path.join(image.dir, "host")], image.dir)
    lines, file = {}, None
    gcov = ["llvm-cov" + CLANG[5:], "gcov"] if clang else [GCOV]
    for line in run(gcov + ["-t", "program.gcda"], image.dir).splitlines():
        m = re.match(r"\s*([^:]+):\s*(\d+):(?:Source:(.*))?", line)
        if m and m.group(3):
            file = os.path.basename(m.group(3))
        elif m and m.group(1).strip() != "-" and m.group(2) != "0":
            lines[file, int(m.group(2))] = KNOWN[m.group(1).strip()[0] in "#="]
    return Cover(lines), printed


def listed(program, image):
    """The lines in the notes of the target's own compiler."""
    run([image.t.cc, *image.t.flags, "-O0", "-g", "--coverage", *program.words(image), "-c",
         os.path.join(HERE, program.instrumented), "-o", "notes.o"], image.dir)
    found = set()
    with open(os.path.join(image.dir, "notes.gcno"), "rb") as f:
        data = f.read()
    word, at, file = lambda i: int.from_bytes(data[i:i + 4], "little"), 12, None
    while at + 8 <= len(data):
        tag, end = word(at), at + 8 + 4 * word(at + 4)
        at += 12  # behind the number of a block
        while tag == 0x01450000 and at < end:
            line, at = word(at), at + 4
            if line:
                found.add((file, line))
            else:
                file = os.path.basename(data[at + 4:at + 4 + 4 * word(at)].rstrip(b"\0").decode())
                at += 4 + 4 * word(at)
        at = end
    return found


def has_word(file, line):
    """Whether a line of a program or of stb has more than brackets."""
    path = os.path.join(HERE, file)
    with open(path if os.path.exists(path) else os.path.join(STB, file)) as f:
        return re.search(r"\w", f.read().split("\n")[line - 1])


def of_reference(program, image):
    """The reference, and what the program printed."""
    host, printed = by_gcov(program, image)
    if image.t.cc == "avr-gcc":  # a much older one than the host's, and without libgcov
        lines = listed(program, image)
        # It has the first operand of "do ... while (...\n);" at the last line; reports have each
        # operand where it begins.
        host.lines = {key: host.lines.get(key, None if has_word(*key) else ANY) for key in lines}
    return host, printed


def is_any(addresses, low, high):
    return bisect.bisect_left(addresses, low) < bisect.bisect_left(addresses, high)


def others(program, image, kind, printed):
    """The other objects, which are the same for each image of a kind."""
    mode, main = MODES[kind], "main-%s.o" % kind
    board = [image.t.board + ".o"] + ["start.o"] * (image.t.board != "avr")
    if not os.path.exists(os.path.join(image.dir, main)):
        words = ["-DWARM", "-UAREA_BYTES", *program.expects(printed)]
        if mode:
            words += ["-DMODE=" + mode,
                      "-DAREA_BYTES=%d" % AREA.get(image.t.board, 24576)]
        made, = image.compile(["recordings_main.c"], words, False)
        os.rename(os.path.join(image.dir, made), os.path.join(image.dir, main))
        image.of_board(["-DWARM"])
    return [main, *board]


def by_simulator(program, target, build, directory, level, printed, simulator):
    """The states of lines by the code of a level without coverage, and its table of lines."""
    image, conditional, without = Image(target, build, directory, "flags"), 0, set()
    image.finish(image.compile([program.instrumented], [level, *program.words(image)], False) +
                 others(program, image, "flags", printed), sprintf_link(image))
    for text in run([target.tools + "objdump", "-d", image.elf], directory).splitlines():
        m = INSN.match(text)
        if not m:
            continue
        if target.board == "cortexm" and m.group(2).startswith("it"):
            conditional = len(m.group(2))  # itself, and as many as it has letters after "i"
        if conditional or (COPY.match(m.group(2)) and not re.search(r"[#$(\[]", m.group(3))):
            without.add(int(m.group(1), 16))
        conditional -= conditional > 0
    executed = sorted(image.executed(simulator) - without)
    lines, last = {}, None
    for text in run([target.tools + "objdump", "--dwarf=decodedline", image.elf],
                    directory).splitlines():
        m = ROW.match(text)
        if not m:
            continue
        at = int(m.group(3), 16)
        if last and at > last[0] and last[1] in program.sources:
            state = KNOWN[not is_any(executed, last[0], at)]
            if lines.get(last[1:]) != "covered":
                lines[last[1:]] = state
        last = None if m.group(2) == "-" else (at, os.path.basename(m.group(1)), int(m.group(2)))
    return lines


class Recording:
    """An image that ran: its reports, and what the simulator executed."""

    def __init__(self, program, target, build, directory, level, place, kind, prune, printed,
                 simulator):
        image = Image(target, build, directory, "trace-pc" if MODES[kind] else "flags", True,
                      ["--place", place, "--prune", prune])
        self.name, self.image, self.kind = " ".join((level, place, kind, prune)), image, kind
        self.prune, self.place, self.may_differ = prune, place, place == "late" and level != "-O0"
        image.finish(image.compile([program.instrumented], [level, *program.words(image)]) +
                     others(program, image, kind, printed), sprintf_link(image))
        self.executed = sorted(image.executed(simulator))
        self.data = ["uart.out"] if MODES[kind] else [
            "--memory", "uart.out@%#x" % image.symbols["__data_start"]]
        self.complete, self.plain = self.report("--complete"), self.report()

    def report(self, *options):
        # --complete says on standard error where it changes nothing.
        self.image.anycov("report", "--no-markers", "--include", "*", "--image", self.image.elf,
                          *options, "--json", "--output", "report.json", *self.data)
        with open(os.path.join(self.image.dir, "report.json"), encoding="utf-8") as f:
            made = json.load(f)
        lines, functions = {}, {}
        for f in made["images"][0]["files"]:
            for line in f["lines"]:
                lines[os.path.basename(f["path"]), line["line"]] = line["state"]
        for f in made["images"][0]["functions"]:
            functions[os.path.basename(f["file"] or ""), f["line"], f["name"]] = f["state"]
        return Cover(lines, functions)

    def wrong_records(self):
        """Records that are no executed hook call, and such calls without a record."""
        scale = 2 if self.image.t.board == "avr" else 1
        have = {pc * scale for dump in read_dumps(os.path.join(self.image.dir, "uart.out"))
                for chunk in dump.chunks.values() for pc in chunk}
        sites = json.loads(self.image.anycov("sites", "--json", self.image.elf))["sites"]
        text = run([self.image.t.tools + "objdump", "-d", self.image.elf], self.image.dir)
        code = [int(at, 16) for at in re.findall(r"^ *([0-9a-f]+):\t", text, re.M)]
        want = {int(s["ret"], 16) for s in sites}
        want = {ret for call, ret in zip(code, code[1:])
                if ret in want and is_any(self.executed, call, ret)}
        return ["%#x: %s" % (pc, "no executed hook call" if pc in have else "no record")
                for pc in sorted(have ^ want)]


def differences(have, want):
    """(key, state, the reference's) where these differ; a reference of None may be both, one of ANY
    also absent."""
    for key in sorted(have.keys() | want.keys()):
        a, b = have.get(key, "absent"), want.get(key, "absent")
        if a != b and b != ANY and not (b is None and a in KNOWN):
            yield key, a, b


def conflicts(have, want):
    """The same, where both know."""
    return [d for d in differences(have, want) if d[1] in KNOWN and d[2] in KNOWN]


def judge(r, host, code):
    """What is wrong with a recording's reports, and the lines of each class."""
    wrong, classed = [], dict.fromkeys(CLASSES, 0)
    for what, cover in (("", r.complete), ("; calls unknown", r.plain)):
        found = differences(cover.lines, host.lines) if (
            r.place == "early" and r.prune != "dom" and not what) else conflicts(
                cover.lines, host.lines)
        for key, state, other in found:
            if r.may_differ and other in KNOWN and code.get(key, "not covered") == state:
                classed[CLASSES[state != "covered"]] += not what
                continue
            wrong.append("%s%s: %s:%d: %s, gcov: %s, simulator: %s" % (
                r.name, what, *key, state, other, code.get(key)))
        for (file, line, name), state in sorted(cover.functions.items()):
            want = host.lines.get((file, line))
            if r.may_differ and want != state:
                at = r.image.symbols.get(name, -1) & ~1
                want = KNOWN[not is_any(r.executed, at, at + 1)]
            if state in KNOWN and want in KNOWN and state != want:
                wrong.append("%s%s: %s(): %s, but %s" % (r.name, what, name, state, want))
        if r.prune != "dom" and not what and "unknown" in cover.lines.values():
            wrong.append("%s: %s is unknown" % (r.name, sorted(
                k for k in cover.lines if cover.lines[k] == "unknown")))
    if sum(classed.values()) > MOST * len(host.lines):
        wrong.append("%s: too many lines are in classes: %s" % (r.name, classed))
    if r.kind != "flags":
        wrong += ["%s: %s" % (r.name, x) for x in r.wrong_records()]
    return wrong, classed


def compare(program, target, build, directory, simulator):
    shutil.rmtree(directory, ignore_errors=True)
    host, printed = of_reference(program, Image(target, build, directory))
    wrong, images, most = [], 0, dict.fromkeys(CLASSES, 0)
    code = {level: by_simulator(program, target, build, directory, level, printed, simulator)
            for level in LEVELS}
    for level, place in itertools.product(LEVELS, PLACES):
        made = []
        for kind, prune in itertools.product(MODES, PRUNE):
            made.append(Recording(program, target, build, directory, level, place, kind, prune,
                                  printed, simulator))
            more, classed = judge(made[-1], host, code[level])
            wrong += more
            most = {name: max(most[name], classed[name]) for name in most}
            images += 1
        for a, b in itertools.combinations(made, 2):
            for x, y in ((a.complete, b.complete), (a.complete, b.plain), (a.plain, b.complete)):
                for table in ("lines", "functions"):
                    wrong += ["%s: %s: %s, %s: %s" % (a.name, key, s, b.name, t) for key, s, t in
                              conflicts(getattr(x, table), getattr(y, table))]
                    wrong += ["%s, %s: %s only in one" % (a.name, b.name, key) for key in sorted(
                        getattr(x, table).keys() ^ getattr(y, table).keys())]
    if wrong:
        raise Failure("\n    ".join(wrong))
    ran = sum(s == "covered" for s in host.lines.values())
    return "%d images: one answer, gcov's: %d of %d lines; place=late: at most %d hoisted, " \
        "%d rest" % (images, ran, len(host.lines), *most.values())


def choose(seed):
    """Limits a sample to one level."""
    global LEVELS
    LEVELS = (LEVELS[seed % len(LEVELS)],)


def lexer(*of):
    return compare(Lexer(), *of)


def sprintf(*of):
    return compare(Sprintf(), *of)
