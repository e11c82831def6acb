# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Invalid input, resets, outputs of dumps."""
import os
import re
import subprocess
import time

from image import TOP, Failure, Image, read_dumps, run, symbolised

ALL = "trace-pc,trace-cmp"


def faults(target, build, directory, simulator, full=False):
    image = Image(target, build, directory, ALL, full)
    handlers = target.board in ("cortexm", "riscv")
    image.make(["workload.c"] + ["handlers.c"] * handlers, ["faults_main.c"],
               ["-DFAULTS"] * handlers)
    if target.board == "avr":
        image.simavr(simulator)
    else:
        image.qemu("-icount", "shift=%d" % target.shift)
    return "sizes 0 to 3, wild counts, misuse, little stack%s" % (
        ", NMI and fault handlers" if target.board == "cortexm" else
        ", a fault handler" if handlers else "")


def full_faults(target, build, directory, simulator):
    return faults(target, build, directory, simulator, True)


def keep(target, build, directory, simulator):
    image = Image(target, build, directory)
    image.make(["workload.c"], ["keep_main.c"], ["-DWARM"])
    flat = os.path.join(directory, "image.bin")
    run([target.tools + "objcopy", "-O", "binary", image.elf, flat])
    serial = os.path.join(directory, "uart.out")
    # As a flat file: for an ELF file a reset loads RAM again, unlike a reset of real flash.
    load = ["-kernel", flat] if target.board == "cortexm" else [
        "-device", "loader,file=%s,addr=%#x" % (flat, target.memory["flash"])]
    run(target.qemu + ["-display", "none", "-monitor", "none", "-serial", "file:" + serial,
                       "-semihosting-config", "enable=on,target=native"] + load, directory, 40)
    first, second = (d.chunks[0, "PC  "] for d in read_dumps(serial))
    if 0 in first or not first:
        raise Failure("an incomplete record was kept")
    functions, _ = symbolised(image, first)
    if not {"work", "classify"} <= functions:
        raise Failure("the previous run left PCs in %s" % sorted(functions))
    return "%d records of the run before a reset, %d of the next" % (len(first), len(second))


def out(target, build, directory, simulator):
    """Text on the console, and RAM saved by QEMU's monitor."""
    image = Image(target, build, directory)
    link = ["-Wl,-u,anycov_linker_area", "-Wl,--defsym=__anycov_area_bytes=0x800"]
    avr = target.board == "avr"
    if avr:
        link = []
    else:
        link += ["-Wl,--defsym=anycov_default_area=%#x" % (target.memory["ram"] + 0x2000)]
    image.make(["workload.c"], ["out_main.c"], [] if avr else ["-DWAIT"], link=link)
    serial = os.path.join(directory, "uart.out")
    saved = os.path.join(directory, "ram.bin")
    if avr:
        image.simavr(simulator)
    else:
        save_ram(image, serial, saved)
    text = image.anycov("dump", "--rawcover", serial).split()
    if len(text) < 20:
        raise Failure("%d PCs in the console's text" % len(text))
    if not avr:
        raw = image.anycov("dump", "--raw", str(8 if target.board in ("aarch64", "x86_64") or
                                                 "rv64" in target.name else 4), "--rawcover",
                           saved).split()
        if [int(x, 16) for x in raw] != [int(x, 16) for x in text]:
            raise Failure("RAM contains other PCs than the text")
        # The image's word size and byte order are correct, too.
        raw = image.anycov("report", "--image", image.elf, "--raw", "auto", saved)
        if raw.split("Input:")[0] != image.anycov("report", "--image", image.elf,
                                                      serial).split("Input:")[0]:
            raise Failure("--raw auto and the text give different reports:\n" + raw)
    report = image.anycov("report", "--functions", "--image", image.elf, serial)
    if not re.search(r"^  work +[1-9]", report, re.M):
        raise Failure("the report does not show work():\n" + report)
    damaged = open(serial, "rb").read().replace(b"anycov:", b"anycov:00", 1)
    open(serial + ".bad", "wb").write(damaged)
    image.anycov("dump", serial + ".bad", ok=(1,))
    return "%d PCs as text%s" % (len(text), "" if avr else ", and the same in RAM")


def save_ram(image, serial, saved, what="anycov_default_area", size=0x800):
    """The image never ends: reads its RAM by the monitor until the flag is set."""
    t = image.t
    flag, end = os.path.join(image.dir, "flag.bin"), time.time() + 30
    for old in (flag, saved):
        if os.path.exists(old):
            os.unlink(old)
    p = subprocess.Popen(t.qemu + ["-display", "none", "-monitor", "stdio", "-serial",
                                   "file:" + serial, "-kernel", image.kernel], cwd=image.dir,
                         stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
    try:
        # microbit's RAM is on its processor's bus: only the processor's view contains it.
        save = b"memsave" if "microbit" in t.name else b"pmemsave"
        while True:
            p.stdin.write(save + b' %#x 4 "%s"\n' % (image.symbols["finished"], flag.encode()))
            p.stdin.flush()
            time.sleep(0.1)
            if os.path.exists(flag) and open(flag, "rb").read() == b"\r\x60\x0d\x60":
                break
            if time.time() > end:
                raise Failure("the image did not finish")
        p.stdin.write(save + b' %#x %d "%s"\nquit\n' % (image.symbols[what], size,
                                                          saved.encode()))
        p.stdin.flush()
        p.wait(20)
    finally:
        p.kill()
        p.wait()


def minirtos(target, build, directory, simulator):
    """examples/minirtos, with an instrumented kernel: the coverage of each context."""
    example = os.path.join(TOP, "examples/minirtos")
    image = Image(target, build, directory, full=True)
    port = "port_cortexm3.c" if target.board == "cortexm" else "port_riscv32.c"
    image.make([os.path.join(example, f) for f in ("kernel.c", port, "tasks.c")], [],
               ["-I" + example] + target.board_flags,
               boards=[os.path.join(example, "start.c")])
    image.qemu("-icount", "shift=%d" % target.shift)
    dump, = read_dumps(os.path.join(directory, "minirtos.dump"))
    who = {}
    for (context, tag), pcs in dump.chunks.items():
        if len(set(pcs)) != len(pcs):
            raise Failure("context %d contains a PC twice" % context)
        who[context] = symbolised(image, pcs)[0]
    # Functions that each context runs and no other one, and functions that it never runs.
    rules = {1: ({"produce", "make_item", "rtos_put", "collatz"},
                 {"consume", "judge", "rtos_tick"}),
             2: ({"consume", "judge", "rtos_get"},
                 {"produce", "make_item", "collatz", "rtos_tick"}),
             3: ({"brief_body", "collatz", "rtos_exit"}, {"produce", "consume", "rtos_tick"}),
             0: ({"idle_body"}, {"produce", "consume", "judge", "rtos_tick"}),
             0xffffffff: ({"rtos_tick", "rtos_switch"},
                          {"produce", "consume", "judge", "rtos_put", "idle_body"})}
    for context, (yes, no) in rules.items():
        missing, wrong = yes - who[context], no & who[context]
        if missing or wrong:
            raise Failure("context %#x does not contain %s, contains %s" % (
                context, sorted(missing), sorted(wrong)))
    dump_file = os.path.join(directory, "minirtos.dump")
    for context, mine, others in (("1", "produce", "consume"), ("2", "consume", "produce"),
                                  ("irq", "rtos_tick", "produce")):
        report = image.anycov("report", "--functions", "--image", image.elf,
                              "--context", context, dump_file)
        if not re.search(r"^  %s +[1-9]\d*/" % mine, report, re.M) or \
                not re.search(r"^  %s +0/" % others, report, re.M):
            raise Failure("--context %s:\n%s" % (context, report))
    image.anycov("report", "--image", image.elf, "--context", "77", dump_file, ok=(1,))
    naked = {"pend_sv", "sv_call", "trap"}
    if naked & set.union(*who.values()):
        raise Failure("a naked function has a probe")
    return "places: " + ", ".join("%s %d" % (
        {0: "idle", 1: "producer", 2: "consumer", 3: "brief"}.get(c, "interrupts"), len(p))
        for (c, _), p in dump.chunks.items())
