# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The dumps of modes_main.c, compared with what follows from its plain PC and CMP runs."""
import os

from image import Failure, Image, read_dumps

IRQ = 0xffffffff


def unique(records):
    return list(dict.fromkeys(records))


def edges(pcs, word):
    """Returns the words of the pairs (previous, PC), as in docs/abi.md."""
    out, previous = [], 0
    for pc in pcs:
        if word == 8:
            out.append(previous << 32 | pc & 0xffffffff)
        else:
            bits = 8 * word
            mix = 0x9e3779b9 if word == 4 else 0x9e37
            out.append((previous * mix ^ pc) & ((1 << bits) - 1))
        previous = pc
    return unique(out)


def same(what, have, want, lost):
    """Checks that a full buffer contains the first of them."""
    if have != want and not (lost and have == want[:len(have)] and have):
        raise Failure("%s: %d records, %d expected" % (what, len(have), len(want)))


def choices(image, dumps):
    """SHARE, DROP, OWN: the context of the interrupt handler's records."""
    start = image.symbols["workload_isr"] & ~1
    end = start + image.symbols["workload_isr.size"]
    scale = 2 if image.t.board == "avr" else 1

    def inside(pc):
        return start < scale * pc <= end
    share, drop, own = (d.chunks for d in dumps)
    if not any(map(inside, share[0, "PC  "])) or all(map(inside, share[0, "PC  "])):
        raise Failure("SHARE: the handler is not among the records")
    if list(map(inside, drop[0, "PC  "])).count(True):
        raise Failure("DROP: the handler is among the records")
    if any(map(inside, own[0, "PC  "])) or not own[0, "PC  "]:
        raise Failure("OWN: the handler is among the program's records")
    if not own[IRQ, "PC  "] or not all(map(inside, own[IRQ, "PC  "])):
        raise Failure("OWN: the interrupts' records are not the handler's")
    return len(own[IRQ, "PC  "])


def modes(target, build, directory, simulator, full=True, options=()):
    image = Image(target, build, directory, "trace-pc,trace-cmp", full, options)
    small = target.board == "avr"
    image.make(["workload.c"], ["modes_main.c"],
               ["-DISR_NAME=workload_isr", "-UAREA_BYTES",
                "-DAREA_BYTES=%d" % (1000 if small else 4096),
                "-DIRQ_BYTES=%d" % (200 if small else 1024),
                "-DQUIET_ROUNDS=%d" % (5 if small else 9)] + ["-DFULL"] * full +
               ([] if small else ["-DPERIOD=1500"]))
    if small:
        image.simavr(simulator)
    else:
        image.qemu("-icount", "shift=%d" % target.shift)
    dumps = read_dumps(os.path.join(directory, "uart.out"))
    interrupts = choices(image, dumps[:3])
    plain, cmp = dumps[3], dumps[4]
    pcs, word = plain.chunks[0, "PC  "], plain.word
    if full:
        checks = [(5, "UPC ", unique(pcs)), (6, "EDGE", edges(pcs, word)),
                  (7, "UPC ", unique(pcs)), (7, "EDGE", edges(pcs, word)),
                  (8, "UCMP", unique(cmp.chunks[0, "CMP "])), (9, "UPC ", unique(pcs))]
        for number, tag, want in checks:
            same(tag, dumps[number].chunks[0, tag], want, dumps[number].lost)
        if word == 8:
            same("compact", dumps[10].chunks[0, "PC  "], pcs, False)
            if dumps[10].word != 4:
                raise Failure("compact records of %d bytes" % dumps[10].word)
    if len(dumps) != (5 if not full else 11 if word == 8 else 10):
        raise Failure("%d dumps" % len(dumps))
    return "interrupts shared, dropped, own (%d); %d PCs, %d addresses, %d comparisons" % (
        interrupts, len(pcs), len(unique(pcs)), len(cmp.chunks[0, "CMP "]))


def lossless_modes(target, build, directory, simulator):
    return modes(target, build, directory, simulator, True, ("--prune", "lossless"))


def lean_modes(target, build, directory, simulator):
    """Unique modes with lean hooks, as many probes pruned as possible."""
    return modes(target, build, directory, simulator, True,
                 ("--hooks", "lean", "--prune", "lossless"))


def plain_modes(target, build, directory, simulator):
    return modes(target, build, directory, simulator, False)
