# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# The host runtime's sources and flags, which CMakeLists.txt, build-host.sh and cmake/one.mk read:
# lines "NAME := WORD..." and "NAME += WORD...", of GNU Make's syntax nothing else.

# Core files are freestanding; the hooks among them have default visibility.
core_sources := hooks/hook_pc.c hooks/hook_cmp.c hooks/hook_float.c hooks/hook_switch.c hooks/hook_data.c
core_sources += hooks/hook_init.c hooks/dump_write.c
core_flags := -O2 -ffreestanding -fno-builtin -fno-stack-protector -fno-asynchronous-unwind-tables
# Functions that a lean hook calls must change no register that it does not save.
general_sources := hooks/hook_pc.c hooks/unique_slow.c

host_sources := port/host/port.c port/host/dump_at_exit.c port/host/interpose.c
host_sources += port/host/copies.c port/host/modules.c port/host/begin.c
host_sources += port/host/limit.c

# With unique modes: a hook that does not record takes one more instruction.
full_core_sources := hooks/unique_slow.c
full_sources := port/host/unique.c

# KCOV's file for one process.
kcov_sources := kcov/kcov_file.c kcov/kcov_remote.c kcov/kcov_counters.c
kcov_sources += kcov/kcov_shim.c kcov/kcov_arena.c kcov/kcov_drain.c
kcov_flags := -U_FORTIFY_SOURCE -D_GNU_SOURCE= -DANYCOV_KCOV_ARENA

# Flags that a process shares with a file (flags/flags.h): an object each, and an archive.  In objects
# of several files all names are local but anycov_*, and gcov's and LLVM's.
flags_objects := start pages directory traps signals api gcov
flags_start_sources := flags/start.c flags/process.c flags/self.c flags/file.c flags/image_file.c
flags_start_sources += flags/map.c flags/copy.c flags/sys.c flags/memory.c
flags_pages_sources := flags/pages.c
flags_directory_sources := flags/directory.c
flags_traps_sources := flags/traps.c flags/images.c flags/sys.c flags/memory.c
flags_signals_sources := flags/trap_signals.c
flags_api_sources := flags/api.c flags/images.c flags/sys.c flags/memory.c
flags_gcov_sources := flags/gcov.c flags/images.c flags/sys.c flags/memory.c
flags_flags := -Os -ffreestanding -fno-builtin -fno-stack-protector -fvisibility=hidden -fno-lto
flags_flags += -U_FORTIFY_SOURCE -D_GNU_SOURCE= -fno-sanitize=all -fno-asynchronous-unwind-tables
flags_flags += -fno-jump-tables
# Those that the compiler knows: an image keeps what its other objects allow; atomics without libgcc.
flags_flags_tried := -fcf-protection=full -mbranch-protection=standard -mno-outline-atomics
