# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Builds, runs and reads images of the simulated targets."""
import collections
import os
import re
import shlex
import struct
import subprocess
import zlib

from targets import CLANG, QEMU_SEMIHOST

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
HOOK = "__sanitizer_cov_trace_pc"
# Names of the link register and the stack pointer in QEMU's register dumps.
REGISTERS = {
    "cortexm": (r"R14=([0-9a-f]+)", r"R13=([0-9a-f]+)"),
    "riscv": (r"x1/ra +([0-9a-f]+)", r"x2/sp +([0-9a-f]+)"),
    "aarch64": (r"X30=([0-9a-f]+)", r"\bSP=([0-9a-f]+)"),
    "x86_64": (None, r"RSP=([0-9a-f]+)"),
}
HANDLERS = {"cortexm": "systick", "riscv": "trap", "aarch64": "irq_entry", "x86_64": "timer"}


class Failure(Exception):
    pass


def run(command, cwd=None, timeout=120, ok=(0,), env=None):
    try:
        p = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=timeout, text=True,
                           errors="replace", env=env)
    except subprocess.TimeoutExpired:
        raise Failure("over %d s: %s" % (timeout, " ".join(command)))
    if ok is not None and p.returncode not in ok:
        raise Failure("status %d: %s\n%s" % (p.returncode, " ".join(command), p.stdout[-3000:]))
    return p.stdout


class Image:
    """One program for one target, in a directory of its own."""

    def __init__(self, target, build, directory, coverage="trace-pc", full=False,
                 options=()):
        self.t = target
        self.build = build
        self.dir = directory
        self.coverage = coverage
        self.full = full
        self.options = list(options)  # of anycov flags
        self.elf = os.path.join(directory, "image.elf")
        os.makedirs(directory, exist_ok=True)

    def anycov(self, *args, ok=(0,)):
        return run([os.path.join(self.build, "bin", "anycov")] + list(args), self.dir, ok=ok)

    def runtime(self):
        """Arguments that link the runtime; on AVR they may include a linker script."""
        t = self.t
        cc, flags = t.cc, t.flags
        if t.board in ("aarch64", "x86_64"):  # Linux compilers: the archive for bare metal
            cc, flags = CLANG, ["--target=%s-none-elf" % t.board]
        return self.anycov("flags", "--cc", cc, "--firmware", "--link", "--coverage",
                           self.coverage, *["--full"] * self.full, *self.options, "--",
                           *flags).split()

    def archive(self):
        return self.runtime()[-1]

    def compile(self, sources, defines=(), instrumented=True, more=()):
        """Compiles each, with more flags; returns the names of the objects."""
        t = self.t
        common = [t.cc, *t.flags, "-Os", "-g", "-ffreestanding", "-Wall", "-Wextra",
                  "-Wno-main", "-ffunction-sections", "-fno-stack-protector",
                  "-fno-asynchronous-unwind-tables", "-I" + HERE,
                  "-I" + os.path.join(TOP, "include"), *t.defines, *defines]
        if t.board == "avr":
            common.remove("-ffreestanding")
        if instrumented:
            common += shlex.split(self.anycov("flags", "--cc", t.cc, "--firmware", "--coverage",
                                              self.coverage, *self.options))
        objects = []
        for source in sources:
            path = source if source.startswith("/") else os.path.join(HERE, source)
            objects.append(os.path.splitext(os.path.basename(source))[0] + ".o")
            run(common + [*more, "-c", path, "-o", objects[-1]], self.dir)
        return objects

    def of_board(self, defines=(), sources=None):
        """Compiles the sources of the board."""
        if sources is None:
            sources = ["boards/%s.c" % self.t.board] + ["boards/start.c"] * (self.t.board != "avr")
        return self.compile(sources, defines, False, self.t.board_flags)

    def make(self, instrumented, plain, defines=(), link=(), boards=None):
        self.finish(self.compile(instrumented, defines) + self.compile(plain, defines, False) +
                    self.of_board(defines, boards), link)

    def finish(self, objects, link=()):
        """Links, and reads the symbols."""
        t = self.t
        layout = []
        if t.memory:
            layout = ["-nostdlib", "-Wl,--build-id=none",
                      "-Wl,-T," + os.path.join(TOP, "examples/minirtos/image.ld")]
            layout += ["-Wl,--defsym=__%s=%#x" % m for m in t.memory.items()]
        run([*t.link, *layout, *objects, *link, *self.runtime(),
             *([] if t.link[0].startswith("clang") else ["-lgcc"]), "-o", self.elf], self.dir)
        self.symbols = {}
        for line in run([t.tools + "nm", "-S", self.elf]).splitlines():
            word = line.split()
            if len(word) >= 3:
                self.symbols.setdefault(word[-1], int(word[0], 16))
                if len(word) == 4:
                    self.symbols[word[-1] + ".size"] = int(word[1], 16)
        self.kernel = self.elf
        if t.boot == "flat":
            self.kernel = os.path.join(self.dir, "image.bin")
            run([t.tools + "objcopy", "-O", "binary", self.elf, self.kernel])

    def semihosting(self):
        return QEMU_SEMIHOST if self.t.board != "x86_64" else []

    def qemu(self, *options, ok=None, timeout=40):
        t = self.t
        serial = os.path.join(self.dir, "uart.out")
        return run(t.qemu + ["-display", "none", "-monitor", "none", "-serial", "file:" + serial,
                             *(QEMU_SEMIHOST if t.board != "x86_64" else []), *options,
                             "-kernel", self.kernel], self.dir, timeout,
                   (t.ok,) if ok is None else ok)

    def one_instruction(self):
        """QEMU's option for blocks of one instruction: since 10 without its old name."""
        text = run([self.t.qemu[0], "-help"])
        return ("-singlestep",) if "-singlestep" in text else ("-accel", "tcg,one-insn-per-tb=on")

    def traced(self, extra, options=(), **more):
        """Runs; yields (address, {register: value}) of each block that QEMU executed in extra,
        a list of (address, bytes), in their order."""
        log = os.path.join(self.dir, "exec.log")
        ranges = ",".join("%#x+%#x" % r for r in extra)
        self.qemu("-icount", "shift=%d" % self.t.shift, "-d", "exec,cpu,nochain", "-D", log,
                  "-dfilter", ranges, *options, **more)
        lr, sp = REGISTERS[self.t.board]
        patterns = [(n, re.compile(p)) for n, p in (("lr", lr), ("sp", sp)) if p]
        events = []
        for line in open(log, errors="replace"):
            if line.startswith("Trace "):
                at = int(line.split("[")[1].split("/")[1], 16)
                events.append((at, {}))
            elif line.startswith("Stopped execution"):
                at = int(line.split("[")[1].split("]")[0], 16)
                if events and events[-1][0] == at:
                    events.pop()  # it was chosen and then not run: an interrupt came
            elif events:
                for name, pattern in patterns:
                    m = pattern.search(line)
                    if m and name not in events[-1][1]:
                        events[-1][1][name] = int(m.group(1), 16)
        os.unlink(log)
        return events

    def executed(self, simulator):
        """Runs; returns the addresses of the instructions that the simulator executed."""
        log = os.path.join(self.dir, "executed")
        if self.t.board == "avr":
            self.simavr(simulator, log)
            with open(log) as f:
                return {int(line, 16) for line in f}
        # A block of QEMU's is translated when it is about to be executed.
        self.qemu(*self.one_instruction(), "-d", "in_asm", "-D", log)
        with open(log, errors="replace") as f:
            return {int(m.group(1), 16) for m in map(re.compile(r"0x([0-9a-f]+):").match, f) if m}

    def simavr(self, simulator, executed=None):
        s = self.symbols
        hook = s.get(HOOK, 0xfffffe)  # code with counters has none
        at = "%x" % hook, "%x" % (hook + s.get(HOOK + ".size", 0))
        out = run([simulator, self.elf, "uart.out", *at, "%x" % s.get("test_begin", 0xffffff),
                   "%x" % s.get("test_end", 0xffffff),
                   "%x" % (s["exit_status"] & 0xffff), *[executed] * bool(executed)], self.dir)
        events = [line.split() for line in out.splitlines()]
        status = [int(e[1]) for e in events if e[0] == "exit"]
        if status != [0]:
            raise Failure("image: exit status %s" % status)
        return events


def normalised(target, address):
    """Converts an address to a PC as in a record."""
    return address & ~1 if target.board == "cortexm" else address


class Dump:
    """An independent reader of dumps.  chunks: {(context, tag): [record...]}."""

    def __init__(self, data):
        if data[:8] != b"anycov\1\1":
            raise Failure("not a dump, begins with %r" % data[:16])
        self.word, self.lost, self.chunks, at = data[8], False, collections.OrderedDict(), 16
        while data[at:at + 4] != b"END ":
            tag, context, length, lost = struct.unpack_from("<4sIII", data, at)
            tag, form = tag.decode(), {2: "H", 4: "I", 8: "Q"}[self.word]
            if tag == "CODE":  # no records
                at += 16 + length
                continue
            if tag.endswith("CMP") or tag == "CMP ":
                records = list(struct.iter_unpack("<4Q", data[at + 16:at + 16 + length]))
            else:
                records = list(struct.unpack_from("<%d%s" % (length // self.word, form), data,
                                                  at + 16))
            self.chunks.setdefault((context, tag), []).extend(records)
            self.lost |= bool(lost & 1)
            at += 16 + length
        if zlib.crc32(data[:at]) != struct.unpack_from("<I", data, at + 16)[0]:
            raise Failure("wrong checksum")
        self.bytes = at + 24


def read_dumps(path):
    data, dumps = open(path, "rb").read(), []
    while data:
        dumps.append(Dump(data))
        data = data[dumps[-1].bytes:]
    return dumps


def records(path):
    """Returns the PCs of a file with one dump of one context."""
    dump, = read_dumps(path)
    (_, pcs), = dump.chunks.items()
    return pcs


def symbolised(image, pcs):
    """Returns addr2line's functions for the calls before these PCs."""
    scale = 2 if image.t.board == "avr" else 1
    out = run([image.t.tools + "addr2line", "-f", "-e", image.elf] +
              ["%#x" % (scale * pc - 1) for pc in sorted(set(pcs))]).splitlines()
    return set(out[0::2]), out[1::2]
