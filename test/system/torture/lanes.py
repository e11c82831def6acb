# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Compilers, their flags for a set of options, and what runs their programs."""
import os
import re
import shutil
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
EVERYTHING = ("edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,"
              "trace-stores,indirect-calls,inline-8bit-counters,inline-bool-flag,pc-table,"
              "control-flow,stack-depth,trace-pc-entry-exit")
COVERAGE = {
    "trace-pc": "trace-pc",
    "edges": "edge,trace-pc-guard,pc-table",
    "everything": EVERYTHING,
}
SETS = ["%s/%s/%s" % (c, p, h) for c in COVERAGE for p in ("none", "lossless")
        for h in ("c", "lean")]
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-O2 -flto"]
SIMAVR_STATUS = re.compile(r"anycov: status (\d+)")
SIMAVR_COLOUR = re.compile(r"\x1b\[\d*m")


class Lane:
    """cc with flags; firmware: programs run in a simulator, and only C programs that run."""

    def __init__(self, name, cc, flags="", link="", firmware=False, needs=()):
        self.name, self.cc, self.firmware = name, cc, firmware
        self.flags, self.link = flags.split(), link.split()
        self.clang = int(cc.split("-")[1]) if cc.startswith("clang-") else 0
        self.missing = [n for n in (cc,) + tuple(needs) if not shutil.which(n)]
        if "picolibc" in flags and not self.missing and subprocess.run(
                [cc, *self.flags, "-E", "-x", "c", os.devnull], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL).returncode:
            self.missing.append("picolibc for " + cc)

    def compiler(self, cxx):
        if not cxx:
            return self.cc
        return self.cc.replace("clang", "clang++") if self.clang else self.cc.replace("gcc", "g++")

    def words(self, level):
        """Flags at this level, with and without anycov."""
        words = self.flags + level.split() + ["-w"]
        if self.clang >= 16:
            # What older C allowed, and the suite still does, is an error there.
            words += ["-Wno-implicit-function-declaration", "-Wno-implicit-int",
                      "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types",
                      "-Wno-return-mismatch"]
        if self.clang and "-flto" in level:
            words.append("-fuse-ld=lld")
        return words

    def checks(self, number, level):
        """What makes the compiler look at its own work, while it does anycov's."""
        if self.clang:
            return ["-Xclang", "-llvm-verify-each"] if self.clang >= 17 else []
        words = [] if self.name == "gcc-5-avr" else ["-fchecking"]
        if number % 4 == 0 and "-flto" not in level:
            words.append("-fcompare-debug")
        return words

    def verify_in_opt(self):
        """clang learnt -llvm-verify-each in 17; before, opt has it."""
        return self.clang and self.clang < 17

    def finish(self, program):
        """A last command for what the simulator loads."""
        if self.name == "gcc-5-avr":  # simavr's reader of ELF puts .data elsewhere
            return [["avr-objcopy", "-O", "ihex", program, program + ".hex"]]
        return []

    def runner(self, program):
        if self.name == "gcc-5-avr":
            return ["simavr", "-m", "atmega1284p", "-f", "16000000", program + ".hex"]
        if self.firmware:
            return ["qemu-system-arm", "-M", "mps2-an385", "-display", "none", "-monitor", "none",
                    "-serial", "none", "-semihosting-config", "enable=on,target=native",
                    "-kernel", program]
        return [program]

    def status_of(self, status, output):
        """Of the simulated program; None: it told none."""
        if self.name != "gcc-5-avr":
            return status, output
        text = SIMAVR_COLOUR.sub("", output)
        told = SIMAVR_STATUS.search(text)
        if not told:
            return None, text[-300:]
        lines = text[:told.start()].splitlines()
        return int(told[1]), "\n".join(n for n in lines if not n.startswith("Load"))


def known_lanes(named):
    """The lanes of every run, and those of further compilers that are named, such as gcc-14."""
    names = ["gcc-12", "gcc-11", "clang-14", "clang-16", "clang-19", "clang-22"]
    names += [n for n in named if re.match(r"(gcc|clang)-\d+$", n) and n not in names]
    return [Lane(n, n, needs=(n.replace("gcc", "g++") if n.startswith("gcc") else
                              n.replace("clang", "ld.lld"),)) for n in names] + [
        Lane("gcc-5-avr", "avr-gcc", "-mmcu=atmega1284p -DSTACK_SIZE=2048",
             "-Wl,-T," + os.path.join(TOP, "runtime/port/baremetal/avr.ld"), firmware=True,
             needs=("simavr",)),
        Lane("gcc-12-arm-none-eabi", "arm-none-eabi-gcc",
             "-mcpu=cortex-m3 -mthumb --specs=picolibc.specs",
             "--oslib=semihost --crt0=semihost -Wl,--defsym=__flash=0 "
             "-Wl,--defsym=__flash_size=0x400000 -Wl,--defsym=__ram=0x20000000 "
             "-Wl,--defsym=__ram_size=0x400000 -Wl,--defsym=__stack_size=0x40000",
             firmware=True, needs=("qemu-system-arm",)),
    ]


class Flags:
    """What anycov flags prints, asked once; and the hooks that a lane links."""

    def __init__(self, anycov, work):
        self.anycov, self.work = anycov, work
        self.told, self.objects, self.lock = {}, {}, threading.Lock()

    def of(self, lane, name):
        key = lane.name, name
        if key not in self.told:
            coverage, prune, hooks = name.split("/")
            p = subprocess.run([self.anycov, "flags", "--cc", lane.cc, "--coverage",
                                COVERAGE[coverage], "--prune", prune, "--hooks", hooks],
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if p.returncode:
                raise SystemExit("torture: " + p.stderr.strip())
            self.told[key] = p.stdout.split()
        return self.told[key]

    def options(self, lane, name):
        """The plugin's path, and the same options for the environment."""
        coverage, prune, hooks = name.split("/")
        path = [w.partition("=")[2] for w in self.of(lane, name) if w.startswith("-fpass-plugin=")]
        return path[0], "coverage=%s;prune=%s;hooks=%s" % (COVERAGE[coverage], prune, hooks)

    def hooks(self, lane, lean):
        """The object with the hooks, and for simulators the way out of the program."""
        key = lane.name, lean
        if key not in self.objects:
            self.objects[key] = [
                self.build(lane, "hooks.c", ["-DLEAN"] if lean else [])
            ] + self.way_out(lane)
        return self.objects[key]

    def way_out(self, lane):
        return [self.build(lane, "exit_avr.c", [])] if lane.name == "gcc-5-avr" else []

    def build(self, lane, source, words):
        out = os.path.join(self.work, "%s%s-%s.o" % (lane.name, "".join(words), source[:-2]))
        with self.lock:
            if os.path.exists(out):
                return out
            subprocess.run([lane.cc] + lane.flags + words +
                           ["-O2", "-I" + os.path.join(TOP, "include"), "-c",
                            os.path.join(HERE, source), "-o", out], check=True)
        return out
