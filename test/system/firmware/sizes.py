# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Sizes in flash and RAM: of hooks, of the runtime in each mode, of probes."""
import os
import re
import shlex

import real
import tables
from image import HOOK, Failure, Image, run

HERE = os.path.dirname(os.path.abspath(__file__))
CMP_HOOK = "__sanitizer_cov_trace_const_cmp4"
PC, CMP = "trace-pc", "trace-cmp"
# As in tables.MODES: instrumentation, full archive, how memory_main.c starts the mode.
MODES = {
    "PC": (PC, False, "-DMODE=KCOV_TRACE_PC"),
    "CMP": (CMP, False, "-DMODE=KCOV_TRACE_CMP"),
    "unique PC": (PC, True, "-DMODE=KCOV_TRACE_UNIQ_PC"),
    "unique edge": (PC, True, "-DMODE=KCOV_TRACE_UNIQ_EDGE"),
    "unique PC and edge": (PC, True, "-DMODE=KCOV_TRACE_UNIQ_PC|KCOV_TRACE_UNIQ_EDGE"),
    "unique CMP": (CMP, True, "-DMODE=KCOV_TRACE_UNIQ_CMP"),
    "counters": ("inline-8bit-counters", False, "-DCOUNTERS"),
    "flags": ("inline-bool-flag", False, "-DCOUNTERS"),
    "bits of guards": ("trace-pc-guard", False, "-DBITS"),
    "compact PC": (PC, True, "-DMODE=KCOV_TRACE_PC|ANYCOV_COMPACT"),
}
CODE = {
    "trace-pc": (PC, ()), "lean": (PC, ("--hooks", "lean")), "trace-cmp": (CMP, ()),
    "counters": ("inline-8bit-counters", ()), "flags": ("inline-bool-flag", ()),
    "guards": ("trace-pc-guard", ()),
}
# Limits for the PC hook of libanycov.a in bytes, by the first letters of the target.
HOOK_BYTES = {"cortex-m0": 64, "cortex-m3": 48, "rv32": 64, "rv64": 64, "aarch64": 96,
              "x86_64": 64, "atmega328p": 96}
CLANG_HOOK_BYTES = {"cortex-m3": 64}  # it has no option to reserve the link register
# Limits for the runtime of PC mode, with the dump, in flash.
FLASH_BYTES = {"cortex": 1536, "rv32": 1792, "rv64": 1792, "aarch64": 2048, "x86_64": 2048,
               "atmega328p": 2560}


def budget(budgets, target, what, size, more=None):
    limits = [b for n, b in budgets.items() if target.name.startswith(n)]
    if more and "clang" in target.name:
        limits = [b for n, b in more.items() if target.name.startswith(n)] or limits
    if not limits:
        raise Failure("%s has no budget" % what)
    if size > limits[0]:
        raise Failure("%s has %d bytes, %d are allowed" % (what, size, limits[0]))


def hook_sizes(image):
    size = {}
    for at in run([image.t.tools + "nm", "-S", image.archive()], ok=None).splitlines():
        word = at.split()
        if len(word) == 4:
            size.setdefault(word[3], int(word[1], 16))
    return size


def sizes(target, build, directory, simulator):
    """Checks the bytes of the hooks in each archive against their limits."""
    results = []
    for column, options, full, hook in (
            ("PC hook", (), False, HOOK), ("compare hook", (), False, CMP_HOOK),
            ("full: PC hook", (), True, HOOK), ("lean: PC hook", ("--hooks", "lean"), False, HOOK)):
        image = Image(target, build, directory, full=full, options=options)
        lean = bool(options)
        if lean and "lean" not in image.archive():
            tables.note(target, "hooks", column, "-")
            for other in ("lean: instructions", "lean: stack"):
                tables.note(target, "hooks", other, "-")
            continue
        size = hook_sizes(image)[hook]
        tables.note(target, "hooks", column, size)
        results.append("%s %d" % (column, size))
        if column == "PC hook":
            budget(HOOK_BYTES, target, "the PC hook", size, CLANG_HOOK_BYTES)
    where = "simavr" if not target.qemu else "QEMU, %s" % target.qemu[target.qemu.index("-M") + 1] \
        if "-M" in target.qemu else "QEMU, multiboot"
    tables.note(target, "support", "simulator", where)
    return ", ".join(results)


# " .text.f  0xADDRESS 0xSIZE ARCHIVE(MEMBER)", the name possibly on a line of its own; and lld's.
GNU_MAP = re.compile(r"^ (\.\S+|COMMON)\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+"
                     r"\S*/libanycov[^/]*\.a\(", re.M)
LLD_MAP = re.compile(r"^ *[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) +\d+ +"
                     r"\S*/libanycov[^/]*\.a\(\S+\):\((\S+)\)",
                     re.M)


def linked(image):
    """Returns the bytes of flash and RAM of the archive's members in an image."""
    text = open(os.path.join(image.dir, "image.map"), errors="replace").read()
    if "Linker script and memory map" in text:
        text = text[text.index("Linker script and memory map"):]
        found = [(name, int(size, 16)) for name, size in GNU_MAP.findall(text)]
    else:
        found = [(name, int(size, 16)) for size, name in LLD_MAP.findall(text)]
    flash = ram = 0
    for name, size in found:
        if re.match(r"\.(text|rodata|srodata|progmem|data|sdata)", name):
            flash += size
        if re.match(r"\.s?(data|bss)|COMMON", name):
            ram += size
    return flash, ram


def memory(target, build, directory, simulator):
    """Size that the runtime adds to an image in each mode, without the buffer."""
    results = []
    for mode, (coverage, full, start) in MODES.items():
        if mode == "compact PC" and target.board not in ("aarch64", "x86_64") and \
                "rv64" not in target.name:
            tables.note(target, "modes", mode, "-")
            continue
        image = Image(target, build, os.path.join(directory, mode.replace(" ", "-")),
                      coverage, full)
        link = ["-Wl,--gc-sections", "-Wl,-Map,image.map"]
        if coverage == "trace-pc-guard" and target.board == "riscv":
            link.append("-Wl,--defsym=__nowhere=0x90000000")
        image.make(["workload.c"], ["memory_main.c"], [start], link)
        flash, ram = linked(image)
        if flash < 300 or ram < 8:
            raise Failure("%s: %d bytes of flash and %d of RAM are impossible" % (mode, flash, ram))
        tables.note(target, "modes", mode, "%d + %d" % (flash, ram))
        results.append("%s %d + %d" % (mode, flash, ram))
        if mode == "PC":
            budget(FLASH_BYTES, target, "the runtime of PC mode", flash)
    return "flash + RAM: " + ", ".join(results)


def text_bytes(target, path):
    """Returns the size of code and constants of an object, without map records."""
    total = 0
    for at in run([target.tools + "size", "-A", path]).splitlines():
        word = at.split()
        if len(word) == 3 and re.match(r"\.(text|rodata|data|literal|sdata|srodata)", word[0]):
            total += int(word[1])
    return total


def probes(target, build, directory, simulator):
    """Flash of a probe in a program: stb_sprintf at -Os."""
    image = Image(target, build, directory)
    compile_ = [target.cc, *target.flags, "-Os", "-w", "-g", "-fno-stack-protector",
                "-fno-asynchronous-unwind-tables", *real.of_sprintf(image)]
    source = os.path.join(HERE, "sprintf.c")
    run(compile_ + ["-c", source, "-o", "plain.o"], directory)
    plain, results = text_bytes(target, os.path.join(directory, "plain.o")), []
    for column, (coverage, options) in CODE.items():
        flags = shlex.split(image.anycov("flags", "--cc", target.cc, "--firmware", "--coverage",
                                         coverage, *options))
        if column == "lean" and target.board == "avr":
            tables.note(target, "probes", column, "-")
            continue
        run(compile_ + flags + ["-c", source, "-o", column + ".o"], directory)
        out = os.path.join(directory, column + ".o")
        n = int(re.search(r"(\d+) probes?\b", image.anycov("sites", out)).group(1))
        if n < 50:
            raise Failure("%s: %d probes" % (column, n))
        each = (text_bytes(target, out) - plain) / n
        tables.note(target, "probes", column, "%.1f" % each)
        results.append("%s %.1f (%d)" % (column, each, n))
    return "bytes a probe: " + ", ".join(results)
