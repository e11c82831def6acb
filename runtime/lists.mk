# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# The host runtime's sources and flags, which CMakeLists.txt, build-host.sh and cmake/one.mk read:
# lines "NAME := WORD..." and "NAME += WORD...", of GNU Make's syntax nothing else.

# Core files are freestanding; the hooks among them have default visibility.
core_sources := hook_pc.c hook_cmp.c hook_float.c hook_switch.c hook_data.c hook_init.c dump_write.c
core_flags := -O2 -ffreestanding -fno-builtin -fno-stack-protector -fno-asynchronous-unwind-tables
# Functions that a lean hook calls must change no register that it does not save.
general_sources := hook_pc.c unique_slow.c

host_sources := port/host/port.c port/host/dump_at_exit.c port/host/interpose.c
host_sources += port/host/copies.c port/host/modules.c port/host/unended.c port/host/begin.c
host_sources += port/host/limit.c

# With unique modes: a hook that does not record takes one more instruction.
full_core_sources := unique_slow.c
full_sources := port/host/unique.c

# KCOV's file for one process.
kcov_sources := kcov_file.c kcov_remote.c kcov_counters.c
kcov_sources += port/host/kcov_shim.c port/host/kcov_arena.c port/host/kcov_drain.c
kcov_flags := -U_FORTIFY_SOURCE -D_GNU_SOURCE= -DANYCOV_KCOV_ARENA

# Flags that a process shares with a file (port/host/set.h): one object, and those with an object
# of their own.
set_sources := port/host/set_start.c port/host/set_find.c port/host/set_file.c port/host/set_image.c
set_sources += port/host/set_map.c port/host/set_lanes.c port/host/set_copy.c port/host/set_traps.c
set_sources += port/host/set_loaded.c port/host/set_leave.c port/host/set_watch.c
set_sources += port/host/set_refer.c port/host/set_reloc.c port/host/set_names.c
set_sources += port/host/set_cuts.c port/host/set_cancel.c
set_sources += port/host/set_point.c port/host/set_unwind.c port/host/set_frame.c
set_sources += port/host/set_api.c port/host/set_memory.c port/host/set_above.c
set_sources += port/host/set_fatal.c port/host/set_threads.c port/host/set_exit.c
set_sources += port/host/set_unload.c
set_parts := pages signals directory static
set_flags := -Os -ffreestanding -fno-builtin -fno-stack-protector -fvisibility=hidden -fno-lto
set_flags += -U_FORTIFY_SOURCE -D_GNU_SOURCE= -fno-sanitize=all -fasynchronous-unwind-tables
# Those that the compiler knows: an image keeps what its other objects allow; atomics without libgcc.
set_flags_tried := -fcf-protection=full -mbranch-protection=standard -mno-outline-atomics

# Calls that do not return, for dumps: those files of the set that notice them.  In one object whose
# other names are local to it.
cuts_sources := port/host/cuts.c port/host/set_find.c port/host/set_loaded.c port/host/set_leave.c
cuts_sources += port/host/set_watch.c port/host/set_refer.c port/host/set_reloc.c
cuts_sources += port/host/set_names.c port/host/set_cuts.c
cuts_sources += port/host/set_cancel.c port/host/set_point.c port/host/set_unwind.c
cuts_sources += port/host/set_frame.c port/host/set_fatal.c port/host/set_threads.c
cuts_sources += port/host/set_unload.c
