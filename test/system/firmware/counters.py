# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Counters, flags and bits: they give the same covered lines as records of PCs."""
import os
import re

from image import TOP, Failure, Image, read_dumps
from fault_tests import save_ram

ROWS = {"inline-8bit-counters": "cntrs", "inline-bool-flag": "bools", "trace-pc-guard": "guards"}


def lines(image, dump):
    """Returns the covered lines, from the lcov output; the buffer may have been full.
    All calls of work() returned while recording; --complete says so: otherwise pruned
    blocks and pruned edges imply different lines."""
    out = image.anycov("report", "--image", image.elf, "--strict", "--complete",
                       "--allow-incomplete", "--lcov", "-", dump)
    return {m for m in re.findall(r"^DA:(\d+),(\d+)", out, re.M) if m[1] != "0"}, out


def covered(target, build, directory, simulator, coverage, defines, options, link):
    image = Image(target, build, os.path.join(directory, coverage), coverage, options=options)
    small = ["-DPERIOD=1500"] if target.board != "avr" else []
    image.make(["workload.c"], ["counters_main.c"], ["-DWARM", *small, *defines], link)
    serial = os.path.join(image.dir, "uart.out")
    if target.board == "avr":
        image.simavr(simulator)
    elif "-DTO_RAM" in defines:
        serial = os.path.join(image.dir, "ram.bin")
        save_ram(image, os.path.join(image.dir, "uart.out"), serial, "saved", 2048)
        with open(serial, "rb") as f:
            data = f.read()
        with open(serial, "wb") as f:  # as a debugger's user would cut it
            f.write(data[:data.rindex(b"END ") + 24])
    else:
        image.qemu("-icount", "shift=%d" % target.shift)
    rows = []
    if "-DTEXT" in defines:  # two dumps as text: the lines of each
        text = open(serial, "rb").read()
        cut = text.index(b"anycov:616e79636f76", 10)
        parts = [text[:cut], text[cut:]]
    elif "-DTO_FILE" in defines:
        parts = [open(os.path.join(image.dir, "%d.dump" % i), "rb").read() for i in (0, 1)]
    else:
        data = open(serial, "rb").read()
        cut = read_dumps(serial)[0].bytes
        parts = [data[:cut], data[cut:]]
    for i, part in enumerate(parts):
        path = os.path.join(image.dir, "%d.dump" % i)
        open(path, "wb").write(part)
        rows.append({n for n, _ in lines(image, path)[0]})
    return image, rows


def counters(target, build, directory, simulator, options=()):
    size = 1400 if target.board == "avr" else 4096 if "microbit" in target.name else 8192
    _, want = covered(target, build, directory, simulator, "trace-pc",
                      ["-DRECORDS=%d" % size], options, ())
    if not want[0] or want[0] == want[1]:
        raise Failure("the two runs cover the same lines: nothing to compare")
    results = []
    for coverage, row in ROWS.items():
        defines = ["-DBITS", "-DTEXT"] if row == "guards" else []
        # Each output: a semihosting file, RAM that the monitor saves, the console.
        if row == "cntrs" and target.board in ("cortexm", "riscv", "aarch64"):
            defines = ["-DTO_FILE"]
        if row == "bools" and target.board != "avr":
            defines = ["-DTO_RAM"]
        link = []
        if row == "guards":
            # Addresses without memory; medany code reaches 2 GiB in both directions.
            link = ["-Wl,--defsym=__nowhere=0x90000000"] if target.board == "riscv" else []
            if target.board == "avr":
                link = ["-Wl,--defsym=__anycov_guards=0x80a000",
                        "-Wl,-T," + os.path.join(TOP, "runtime/port/baremetal/guards.ld")]
        image, have = covered(target, build, directory, simulator, coverage, defines, options, link)
        for number, what in enumerate(("a quiet run", "interrupts")):
            if have[number] != want[number]:
                raise Failure("%s, %s: lines %s, but PCs give %s" % (
                    coverage, what, sorted(have[number], key=int), sorted(want[number], key=int)))
        s = image.symbols
        n = s["__stop___sancov_" + row] - s["__start___sancov_" + row]
        results.append("%d %s" % (n // 4 if row == "guards" else n, {
            "cntrs": "counters", "bools": "flags", "guards": "bits"}[row]))
    return "%s give the same %d and %d lines as records" % (
        ", ".join(results), len(want[0]), len(want[1]))


def lossless_counters(target, build, directory, simulator):
    return counters(target, build, directory, simulator,
                    ("--prune", "lossless", "--hooks", "lean"))
