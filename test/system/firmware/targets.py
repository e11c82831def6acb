# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""
The simulated targets: how to compile for each, and how to run the image.
A row of TARGETS is one compiler for one target.
"""
import os


def have(command):
    return any(os.access(os.path.join(d, command), os.X_OK)
               for d in os.environ["PATH"].split(os.pathsep))


CLANG = os.environ.get("FIRMWARE_CLANG", "clang-19")
GCC = os.environ.get("FIRMWARE_GCC", "gcc-12")
GXX, GCOV = GCC.replace("gcc", "g++"), GCC.replace("gcc", "gcov")
AARCH64 = "aarch64-linux-gnu-gcc-12"
if not have(AARCH64) and have("aarch64-linux-gnu-" + GCC):
    AARCH64 = "aarch64-linux-gnu-" + GCC
QEMU_SEMIHOST = ["-semihosting-config", "enable=on,target=native"]
RISCV_MAP = dict(flash=0x80000000, flash_size=0x80000, ram=0x80080000, ram_size=0x10000)
ARM_MAP = dict(flash=0, flash_size=0x40000, ram=0x20000000, ram_size=0x10000)


class Target:
    def __init__(self, name, cc, flags, board, memory, qemu, link=None, defines=(),
                 tools="", shift=10, boot="elf", ok=0, masked=0, board_flags=""):
        self.name = name          # as check-firmware prints it
        self.cc = cc              # compiles
        self.flags = flags.split()
        self.board = board        # boards/BOARD.c
        self.memory = memory      # of board.ld
        self.qemu = qemu.split() if qemu else None   # None: simavr
        self.link = (link or cc + " " + flags).split()
        self.defines = list(defines)
        self.tools = tools        # prefix of nm and objdump
        self.shift = shift        # -icount: 2^shift ns an instruction, at least a timer's tick
        self.boot = boot          # elf, or flat (objcopy -O binary)
        self.masked = masked      # places of the hook where interrupts are off
        self.board_flags = board_flags.split()
        self.ok = ok              # QEMU's exit status when the image says 0


def _arm(name, machine, cpu, uart, memory, clang):
    gcc_flags = "-mcpu=%s -mthumb" % cpu
    triple = "armv6m-none-eabi" if cpu == "cortex-m0" else "armv7m-none-eabi"
    link = "arm-none-eabi-gcc " + gcc_flags
    cc = CLANG if clang else "arm-none-eabi-gcc"
    flags = "--target=%s -mfloat-abi=soft" % triple if clang else gcc_flags
    return Target("%s/%s" % (name, cc), cc, flags, "cortexm", memory,
                  "qemu-system-arm -M " + machine, link,
                  ["-DUART=%s" % uart, "-DSEMIHOST", "-DROUNDS=90"],
                  "arm-none-eabi-", shift=7 if machine == "lm3s6965evb" else 6,
                  masked=6 if cpu == "cortex-m0" else 0)


def _riscv(bits, clang):
    flags = "-march=rv%dimac -mabi=%s -mcmodel=medany" % (bits, "ilp32" if bits == 32 else "lp64")
    link = cc = "riscv64-unknown-elf-gcc"
    if clang:
        cc, flags = CLANG, "--target=riscv%d-unknown-elf %s" % (bits, flags)
        link = CLANG + " -fuse-ld=lld"
    link += " " + flags
    return Target("rv%d-virt/%s" % (bits, cc), cc, flags, "riscv", RISCV_MAP,
                  "qemu-system-riscv%d -M virt -bios none" % bits, link,
                  ["-DSEMIHOST", "-DROUNDS=200", "-DAREA_BYTES=32768"], "riscv64-unknown-elf-",
                  shift=7, board_flags="" if clang else "-march=rv%dimac_zicsr" % bits)


def _aarch64(cc):
    flags = "-mgeneral-regs-only -mno-outline-atomics -fno-pic"
    link = AARCH64 + " -static -no-pie"
    if cc.startswith("clang"):
        flags = "--target=aarch64-none-elf " + flags
    return Target("aarch64-virt/" + cc, cc, flags, "aarch64",
                  dict(flash=0x40080000, flash_size=0x80000, ram=0x40200000, ram_size=0x20000),
                  "qemu-system-aarch64 -M virt -cpu cortex-a53", link,
                  ["-DROUNDS=200", "-DAREA_BYTES=32768"], "aarch64-linux-gnu-", shift=4)


def _x86(cc):
    flags = ("-mno-red-zone -mgeneral-regs-only -fno-pic -fno-pie -fcf-protection=none "
             "-mcmodel=small")
    if cc.startswith("clang"):
        flags = "--target=x86_64-none-elf " + flags
    return Target("x86_64-multiboot/" + cc, cc, flags, "x86_64",
                  dict(flash=0x100000, flash_size=0x80000, ram=0x200000, ram_size=0x20000),
                  "qemu-system-x86_64 -device isa-debug-exit,iobase=0x501,iosize=1 -no-reboot",
                  GCC + " -static -no-pie", ["-DROUNDS=300", "-DAREA_BYTES=32768"],
                  shift=10, boot="flat", ok=1)


def _avr(cc):
    flags = "-mmcu=atmega328p"
    if cc.startswith("clang"):  # avr-libc's interrupts have an attribute of GCC's
        flags = "--target=avr -mmcu=atmega328p -gdwarf-4 -Wno-unknown-attributes"
    return Target("atmega328p-simavr/" + cc, cc, flags, "avr", None, None,
                  "avr-gcc -mmcu=atmega328p", ["-DROUNDS=18", "-DAREA_BYTES=1200"], "avr-",
                  masked=11)


NRF51 = dict(flash=0, flash_size=0x40000, ram=0x20000000, ram_size=0x4000)
TARGETS = [t for clang in (0, 1) for t in (
    _arm("cortex-m0-microbit", "microbit", "cortex-m0", "0x40002000", NRF51, clang),
    _arm("cortex-m3-mps2-an385", "mps2-an385", "cortex-m3", "0x40004000", ARM_MAP, clang),
    _arm("cortex-m3-lm3s6965evb", "lm3s6965evb", "cortex-m3", "0x4000c000", ARM_MAP, clang),
    _riscv(32, clang), _riscv(64, clang))]
TARGETS += [_aarch64(AARCH64), _aarch64(CLANG),
            _x86(GCC), _x86(CLANG), _avr("avr-gcc"), _avr(CLANG)]
