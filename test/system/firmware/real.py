# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Real code: coverage of a simulated target, compared with gcov on the host."""
import os
import shlex
import shutil

from image import CLANG, HERE, QEMU_SEMIHOST, TOP, Failure, Image, run
from targets import GCC, GCOV, GXX

STB = "/usr/include/stb"
EARLY = ("--place", "early", "--prune", "lossless")
# Level, options of anycov flags and of anycov report (all calls have returned), of test/lib/lines.
LEVELS = (("-O0", (), (), ()), ("-O2", EARLY, ("--complete",), ("--both",)))


def gcov_of_host(directory, example, include):
    """Runs the same decoder on the host, built for gcov; its .gcda stays in the directory."""
    run([GCC, "-O0", "-g", "-w", "--coverage", "-I" + include, "-c",
         os.path.join(example, "decode.c"), "-o", "host-decode.o"], directory)
    run([GCC, "-O0", "-w", "--coverage", "host-decode.o", os.path.join(example, "host.c"),
         "-lm", "-o", "host"], directory)
    run([os.path.join(directory, "host"), "image.png"], directory)
    os.unlink(os.path.join(directory, "host-host.gcda"))


def stb(target, build, directory, simulator):
    """stb_image decodes a PNG, with picolibc and the archive of all modes: gcov's lines."""
    example = os.path.join(TOP, "examples/png")
    shutil.rmtree(directory, ignore_errors=True)
    image = Image(target, build, directory, full=True)
    include = os.path.join(directory, "include")
    os.makedirs(include)
    os.symlink(STB, os.path.join(include, "stb"))
    run([GCC, "-O1", os.path.join(example, "image.c"), "-lz", "-o", "make-image"], directory)
    run(["sh", "-c", "./make-image >image.png"], directory)
    memory = dict(target.memory, ram_size=0x200000)
    if target.board == "riscv":
        memory = dict(flash=0x80000000, flash_size=0x100000, ram=0x80100000, ram_size=0x200000)
    libc = ["--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted"]
    compile_ = [target.cc, *target.flags, "-g", "-w", "-I" + include, "-I" + TOP + "/include"]
    machine = target.link[0].replace("-gcc", "")
    if target.cc.startswith("clang"):
        compile_ += ["-isystem", "/usr/lib/picolibc/%s/include" % machine]
    else:
        compile_ += libc
    run(compile_ + ["-Os", "-DMODE=KCOV_TRACE_UNIQ_PC", "-c", os.path.join(example, "firmware.c")],
        directory)
    gcov_of_host(directory, example, include)
    for level, options, report, compare in LEVELS:
        flags = shlex.split(image.anycov("flags", "--cc", target.cc, "--coverage", "trace-pc",
                                         "--firmware", *options))
        run(compile_ + flags + [level, "-c", os.path.join(example, "decode.c")], directory)
        run([*target.link, *libc, *["-Wl,--defsym=__%s=%#x" % m for m in memory.items()],
             "-Wl,--defsym=__stack_size=0x8000", "decode.o", "firmware.o", image.archive(), "-lm",
             "-o", image.elf], directory)
        results = run(target.qemu + ["-display", "none", "-monitor", "none", "-serial", "none",
                                     *QEMU_SEMIHOST, "-kernel", image.elf], directory, 40)
        if "32 x 32, 4 channels, checksum" not in results:
            raise Failure("the decoder printed: " + results)
        image.anycov("report", *report, "--include", "*", "--image", image.elf, "--lcov",
                     "lcov.info", "firmware.dump")
        for source, least in (("decode.c", 8), ("stb_image.h", 300)):
            run([os.path.join(TOP, "test/lib/lines"), "--gcov=" + GCOV, "--family=" + (
                "clang" if target.cc.startswith("clang") else "gcc"), *compare,
                "lcov.info", source, str(least)], directory)
    ran = sum(line.startswith("DA:") and not line.rstrip().endswith(",0")
              for line in open(os.path.join(directory, "lcov.info")))
    return "stb_image: the %d lines that ran are gcov's on the host" % ran


def of_sprintf(image):
    """Flags to compile sprintf.c for any target; it needs only an empty <stdlib.h>."""
    include = os.path.join(image.dir, "include")
    os.makedirs(include, exist_ok=True)
    open(os.path.join(include, "stdlib.h"), "w").close()
    if not os.path.islink(os.path.join(include, "stb")):
        os.symlink(STB, os.path.join(include, "stb"))
    words = ["-ffreestanding", "-w", "-I" + include]
    return words + ["-DNO_FLOAT"] * (image.t.board in ("aarch64", "x86_64"))


def sprintf_on_host(image, words):
    """Runs format() on the host, compiled at -O0 for gcov; returns what it returns."""
    clang = image.t.cc.startswith("clang")
    host = [CLANG, "-no-pie"] if clang else [GCC]
    with open(os.path.join(image.dir, "host.c"), "w") as f:
        f.write("int printf(const char *, ...); unsigned long format(void);\n"
                "int main(void) { return printf(\"%lu\", format()) < 0; }\n")
    run(host + ["-c", "host.c", "-o", "host.o"], image.dir)
    run(host + ["-O0", "-g", "--coverage", *words, "-c", os.path.join(HERE, "sprintf.c"), "-o",
                "host-sprintf.o"], image.dir)
    run(host + ["--coverage", "host.o", "host-sprintf.o", "-o", "host"], image.dir)
    return run([os.path.join(image.dir, "host")], image.dir)


def sprintf_link(image):
    if image.t.cc.startswith("clang") and image.t.board == "riscv":  # divisions of 64 bits
        return [run(["riscv64-unknown-elf-gcc", *image.t.flags[1:],
                     "-print-libgcc-file-name"]).strip()]
    return []


def same_lines(image, *options):
    """lcov.info has gcov's lines of the host; returns how many were executed."""
    clang = image.t.cc.startswith("clang")
    for source, least in (("sprintf.c", 5), ("stb_sprintf.h", 100)):
        run([os.path.join(TOP, "test/lib/lines"),
             "--gcov=" + ("llvm-cov%s gcov" % CLANG[5:] if clang else GCOV),
             "--family=" + ("clang" if clang else "gcc"), *options, "lcov.info", source,
             str(least)], image.dir)
    return sum(line.startswith("DA:") and not line.rstrip().endswith(",0")
               for line in open(os.path.join(image.dir, "lcov.info")))


def sprintf(target, build, directory, simulator):
    """stb_sprintf on every processor, compared with gcov at -O0 on the host: which PCs ran."""
    shutil.rmtree(directory, ignore_errors=True)
    for level, options, report, compare in LEVELS:
        image = Image(target, build, directory, full=True, options=options)
        words = of_sprintf(image)
        total = sprintf_on_host(image, words)
        image.make(["sprintf.c"], ["sprintf_main.c"],
                   [level, "-DWARM", "-UAREA_BYTES", "-DCHECKSUM=%s" % total, *words],
                   sprintf_link(image))
        image.qemu()
        image.anycov("report", *report, "--include", "*", "--image", image.elf, "--lcov",
                     "lcov.info", "uart.out")
        ran = same_lines(image, *compare)
    return "stb_sprintf: the %d lines that ran are gcov's on the host" % ran


def sprintf_flags(target, build, directory, simulator):
    """Flags of stb_sprintf at three levels, read from memory, compared with gcov at -O0."""
    shutil.rmtree(directory, ignore_errors=True)
    image = Image(target, build, directory, "flags", options=EARLY)
    words = of_sprintf(image)
    total = sprintf_on_host(image, words)
    for level in ("-O0", "-O2", "-O3"):
        image.make(["sprintf.c"], ["sprintf_flags_main.c"],
                   [level, "-DCHECKSUM=%s" % total, *words], sprintf_link(image))
        image.qemu()
        # format() has returned.
        image.anycov("report", "--complete", "--include", "*", "--image", image.elf, "--lcov",
                     "lcov.info", "--memory", "uart.out@%#x" % image.symbols["__data_start"])
        ran = same_lines(image, "--both")
    return "stb_sprintf at -O0, -O2 and -O3: the %d lines that ran and the others are gcov's" % ran


ARDUINO = "/usr/share/arduino/hardware/arduino/avr"
CORE = ("WString.cpp", "Print.cpp", "WMath.cpp")
# The parts of avr-libc that the core's portable files need.
HOST_PGMSPACE = """
#include <stdint.h>
#include <string.h>
#include <stdio.h>
#define PROGMEM
#define PGM_P const char *
#define pgm_read_byte(p) (*(const uint8_t *)(p))
#define strlen_P strlen
#define strcpy_P strcpy
#define strcmp_P strcmp
static inline char *utoa_(unsigned long v, char *s, int base)
{ sprintf(s, base == 16 ? "%lx" : "%lu", v); return s; }
static inline char *itoa(long v, char *s, int base)
{ if (base == 10) sprintf(s, "%ld", v); else utoa_(v, s, base); return s; }
#define ltoa itoa
#define utoa utoa_
#define ultoa utoa_
static inline char *dtostrf(double v, int w, int p, char *s)
{ sprintf(s, "%*.*f", w, p, v); return s; }
"""


def arduino(target, build, directory, simulator):
    """Debian's Arduino core, instrumented on AVR, compared with the host's gcov."""
    shutil.rmtree(directory, ignore_errors=True)
    arduino_on_host(directory)
    for level, options, report, compare in (LEVELS[0], ("-Os", *LEVELS[1][1:])):
        ran = arduino_on_avr(target, build, directory, simulator, level, options, report, compare)
    return "Arduino core: the %d lines that ran are gcov's on the host" % ran


def arduino_on_avr(target, build, directory, simulator, level, options, report, compare):
    """Builds, runs and compares one level."""
    image = Image(target, build, directory)
    here = os.path.dirname(os.path.abspath(__file__))
    core = os.path.join(ARDUINO, "cores/arduino")
    flags = shlex.split(image.anycov("flags", "--cc", "avr-g++", "--coverage", "trace-pc",
                                     "--firmware", *options))
    board = ["-mmcu=atmega328p", "-DF_CPU=16000000L", "-DARDUINO=10800", "-g", "-w",
             "-DDECIMAL_DIG=__DECIMAL_DIG__",  # which this old compiler knows in C only
             "-I" + core, "-I" + os.path.join(ARDUINO, "variants/standard"),
             "-I" + os.path.join(TOP, "include"), "-I" + here]
    sources = [os.path.join(core, s) for s in CORE] + [os.path.join(here, "arduino_ops.cpp")]
    for s in sources:
        run(["avr-g++", *board, *flags, level, "-std=gnu++11", "-fno-exceptions", "-c", s],
            directory)
    for s in ("arduino_main.c", "boards/avr.c"):
        run(["avr-gcc", *board, "-Os", "-DAREA_BYTES=1000", "-c", os.path.join(here, s)], directory)
    image.finish(["WString.o", "Print.o", "WMath.o", "arduino_ops.o", "arduino_main.o", "avr.o"])
    image.simavr(simulator)
    image.anycov("report", *report, "--include", "*", "--image", image.elf, "--lcov", "lcov.info",
                 "uart.out")
    # Print.cpp has one do-while loop: GCC 5 attributes its test to the line of "do", GCC 12 to
    # that of "while".  So do they the jump of a loop without condition, which is not entered.
    loops = "--except-gcc=213,218" + ",48,53" * bool(compare)
    for s, least, *other in (("WString.cpp", 100), ("WMath.cpp", 2), ("Print.cpp", 50, loops)):
        run([os.path.join(TOP, "test/lib/lines"), "--gcov=" + GCOV, "--family=gcc", *other,
             *compare, os.path.join(directory, "lcov.info"), s, str(least)],
            os.path.join(directory, "host"))
    return sum(line.startswith("DA:") and not line.rstrip().endswith(",0")
               for line in open(os.path.join(directory, "lcov.info")))


def arduino_on_host(directory):
    """Runs the same files on the host, built for gcov."""
    here = os.path.dirname(os.path.abspath(__file__))
    core = os.path.join(ARDUINO, "cores/arduino")
    host = os.path.join(directory, "host")
    os.makedirs(os.path.join(host, "avr"))
    for s in CORE + ("WString.h", "Print.h", "Printable.h"):
        shutil.copy(os.path.join(core, s), host)
    shutil.copy(os.path.join(here, "arduino_ops.cpp"), host)
    for name, text in (("avr/pgmspace.h", HOST_PGMSPACE), ("Arduino.h", '#include "Print.h"\n'),
                       ("main.c", "int step(int); int main(void) { int i = 0; "
                                  "while (step(i) > 0) i++; return i != 9; }")):
        with open(os.path.join(host, name), "w") as f:
            f.write(text)
    objects = []
    for s in CORE + ("arduino_ops.cpp",):
        objects.append(s.replace(".cpp", ".o"))
        run([GXX, "-O0", "-g", "-w", "-I.", "-fpermissive", "-std=gnu++11",
             "-fno-exceptions", "--coverage", "-c", s], host)
    run([GCC, "-c", "main.c"], host)
    run([GXX, "--coverage", "main.o", *objects, "-o", "host"], host)
    run([os.path.join(host, "host")], host)
