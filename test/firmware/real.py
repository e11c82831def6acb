# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Real code: what a simulated target says it ran, against the host's own gcov."""
import os
import shlex
import shutil

from image import QEMU_SEMIHOST, TOP, Failure, Image, run

PNG = "/usr/share/icons/hicolor/32x32/apps/qemu_32x32.png"
STB = "/usr/include/stb"


def gcov_of_host(folder, example, include):
    """Runs the same decoder on the host, built for gcov; its .gcda stays in folder."""
    run(["gcc-12", "-O0", "-g", "-w", "--coverage", "-I" + include, "-c",
         os.path.join(example, "decode.c"), "-o", "host-decode.o"], folder)
    run(["gcc-12", "-O0", "-w", "--coverage", "host-decode.o", os.path.join(example, "host.c"),
         "-lm", "-o", "host"], folder)
    run([os.path.join(folder, "host"), "image.png"], folder)
    os.unlink(os.path.join(folder, "host-host.gcda"))


def stb(target, build, folder, simulator):
    """stb_image decodes a PNG, with picolibc, all modes' archive, at -O0 as gcov wants."""
    example = os.path.join(TOP, "examples/png")
    shutil.rmtree(folder, ignore_errors=True)
    image = Image(target, build, folder, full=True)
    include = os.path.join(folder, "include")
    os.makedirs(include)
    os.symlink(STB, os.path.join(include, "stb"))
    shutil.copy(PNG, os.path.join(folder, "image.png"))
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
    flags = shlex.split(image.anycov("flags", "--cc", target.cc, "--firmware"))
    run(compile_ + flags + ["-O0", "-c", os.path.join(example, "decode.c")], folder)
    run(compile_ + ["-Os", "-DMODE=KCOV_TRACE_UNIQ_PC", "-c", os.path.join(example, "firmware.c")],
        folder)
    run([*target.link, *libc, *["-Wl,--defsym=__%s=%#x" % m for m in memory.items()],
         "-Wl,--defsym=__stack_size=0x8000", "decode.o", "firmware.o", image.archive(), "-lm",
         "-o", image.elf], folder)
    said = run(target.qemu + ["-display", "none", "-monitor", "none", "-serial", "none",
                              *QEMU_SEMIHOST, "-kernel", image.elf], folder, 40)
    if "32 x 32, 4 channels, checksum" not in said:
        raise Failure("the decoder said: " + said)
    gcov_of_host(folder, example, include)
    image.anycov("report", "--image", image.elf, "--lcov", "lcov.info", "firmware.dump")
    for source, least in (("decode.c", 8), ("stb_image.h", 300)):
        run([os.path.join(TOP, "test/tools/lines"), "--gcov=gcov-12", "--family=" + (
            "clang" if target.cc.startswith("clang") else "gcc"),
            "lcov.info", source, str(least)], folder)
    ran = sum(line.startswith("DA:") and not line.rstrip().endswith(",0")
              for line in open(os.path.join(folder, "lcov.info")))
    return "stb_image: the %d lines that ran are gcov's on the host" % ran
