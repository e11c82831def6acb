#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# zephyr_module.sh SOURCE ANYCOV CC DIR: the module for Zephyr, with a stub of the kernel's interface.
# Threads have contexts with their names, also after their end; CMakeLists.txt gives Zephyr the flags,
# and names a missing command.
set -eu
source=$1 anycov=$2 cc=$3 dir=$4
port=$source/runtime/port
rm -rf "$dir"
mkdir -p "$dir/zephyr/sys"
cd "$dir"

fail()
{
	echo "zephyr_module.sh: $*" >&2
	exit 1
}

cat >zephyr/kernel.h <<'END'
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct k_thread {
	const char *name;
};
typedef struct k_thread *k_tid_t;
extern struct k_thread *_current;
extern int locks;
const char *k_thread_name_get(k_tid_t thread);
#define ARG_UNUSED(x) ((void)(x))
static inline unsigned int irq_lock(void)
{
	return (unsigned int)locks++;
}
static inline void irq_unlock(unsigned int key)
{
	locks = (int)key;
}
END
: >zephyr/kernel_structs.h
cat >zephyr/sys/printk.h <<'END'
#include <stdio.h>
#define printk printf
END
cat >kernel.c <<'END'
#include <stdlib.h>
#include <zephyr/kernel.h>
struct k_thread *_current;
int locks;
int switches, exits;
void z_thread_mark_switched_in(void);
void z_thread_monitor_exit(struct k_thread *thread);
const char *k_thread_name_get(k_tid_t thread)
{
	if (!locks)
		exit(3); /* the thread may end in between */
	return thread->name;
}
void z_thread_mark_switched_in(void)
{
	switches++;
}
void z_thread_monitor_exit(struct k_thread *thread)
{
	exits += thread != NULL;
}
END
cat >start.c <<'END'
void z_cstart(void);
int main(void)
{
	z_cstart();
}
END
cat >main.c <<'END'
#include <stdlib.h>
#include <zephyr/kernel.h>
#include "anycov_zephyr.h"
void z_cstart(void);
extern int switches, exits;
void z_thread_mark_switched_in(void);
void z_thread_monitor_exit(struct k_thread *thread);
void __sanitizer_cov_trace_pc(void);
static __attribute__((noinline)) void record(unsigned n)
{
	switch (n) { /* a return address for each */
	case 3:
		__sanitizer_cov_trace_pc();
		/* fallthrough */
	case 2:
		__sanitizer_cov_trace_pc();
		/* fallthrough */
	case 1:
		__sanitizer_cov_trace_pc();
	}
}
static void run(struct k_thread *thread, unsigned n)
{
	_current = thread;
	z_thread_mark_switched_in();
	record(n);
}
void z_cstart(void)
{
	static struct k_thread one = { "one" }, two = { "test_mutex_lock_unlock" }, late = { "late" };

	record(1);
	run(&one, 2);
	run(&two, 3);
	run(&one, 1);
	z_thread_monitor_exit(&one); /* ends; its memory is another thread's */
	record(3);                   /* still of this one */
	one.name = "again";
	run(&one, 1);
	run(&late, 3); /* has no context: the image's */
	_current = &two;
	z_thread_mark_switched_in();
	if (switches != 6 || exits != 1 || locks)
		exit(2);
	exit(anycov_zephyr_dump() != 0);
}
END
build()
{
	"$cc" -std=gnu11 -O1 -Wall -Wextra -Werror -fno-builtin-memset -fno-optimize-sibling-calls \
		-DCONFIG_ANYCOV_THREADS=3 -DCONFIG_ANYCOV_BYTES=256 -I. -I"$port/zephyr" \
		-I"$port/baremetal" -I"$source/runtime" -I"$source/include" "$@" \
		-Wl,--wrap=z_cstart -Wl,--wrap=z_thread_mark_switched_in \
		-Wl,--wrap=z_thread_monitor_exit \
		start.c main.c kernel.c "$port/zephyr/anycov_zephyr.c" "$source"/runtime/hooks/hook_pc.c \
		"$source"/runtime/hooks/unique_slow.c "$source"/runtime/hooks/dump_write.c \
		"$port"/baremetal/port.c "$port"/baremetal/contexts.c "$port"/baremetal/code_sums.c \
		"$port"/baremetal/port_buffer.c "$port"/baremetal/start.c \
		"$port"/baremetal/dump_text.c -o prog
}
build
./prog >console || fail "status $?"
"$anycov" dump console >out
for line in "UPC  context 0: 3 records" "NAME context 1: one" "UPC  context 1: 3 records" \
	"NAME context 2: test_mutex_lock_unlock" "UPC  context 2: 3 records" "NAME context 3: again" \
	"UPC  context 3: 1 record"; do
	grep -qF "$line" out || fail "no '$line'"
done
! grep -q "context 4:" out || fail "a context more than CONFIG_ANYCOV_THREADS"
build -DCONFIG_ANYCOV_IRQ
./prog >console
"$anycov" dump console | grep -q "context 4294967295" || fail "no context of interrupts"

# CMakeLists.txt: with a stub of what Zephyr defines.
if ! command -v cmake >/dev/null; then
	exit 0
fi
mkdir stub
cat >stub/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.18)
project(stub C)
function(zephyr_compile_options)
  file(APPEND \${CMAKE_BINARY_DIR}/calls "compile \${ARGN}\n")
endfunction()
function(zephyr_linker_sources)
  file(APPEND \${CMAKE_BINARY_DIR}/calls "linker_sources \${ARGN}\n")
endfunction()
function(zephyr_ld_options)
  file(APPEND \${CMAKE_BINARY_DIR}/calls "ld \${ARGN}\n")
endfunction()
function(zephyr_link_libraries)
  file(APPEND \${CMAKE_BINARY_DIR}/calls "link \${ARGN}\n")
endfunction()
function(zephyr_library)
endfunction()
function(zephyr_library_sources)
  file(APPEND \${CMAKE_BINARY_DIR}/calls "sources \${ARGN}\n")
endfunction()
function(zephyr_include_directories)
endfunction()
add_subdirectory($port/zephyr module)
END
# configure DIR OPTION...
configure()
{
	to=$1
	shift
	cmake -S stub -B "$to" -DCMAKE_C_COMPILER="$cc" "$@" >log 2>&1
}
configure off -DANYCOV="$anycov" || fail "without CONFIG_ANYCOV: $(cat log)"
[ ! -e off/calls ] || fail "without CONFIG_ANYCOV the module calls: $(cat off/calls)"
configure posix -DANYCOV="$anycov" -DCONFIG_ANYCOV=y -DCONFIG_ARCH_POSIX=y || fail "$(cat log)"
grep -q 'compile.*COMPILE_LANGUAGE:C>:-fplugin=\|compile.*fpass-plugin' posix/calls || fail "no flags"
grep -q '^link .*libanycov-flags' posix/calls || fail "native_sim: no runtime"
configure flags -DANYCOV="$anycov" -DCONFIG_ANYCOV=y || fail "$(cat log)"
grep -q 'startup.ignorelist' flags/calls || fail "start-up code gets probes"
grep -q 'linker_sources SECTIONS.map.ld' flags/calls || fail "no section for the map"
! grep -q '^link .\|sources.*anycov_zephyr.c' flags/calls || fail "flags have a runtime"
if configure none -DCONFIG_ANYCOV=y -DANYCOV=ANYCOV-NOTFOUND -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF \
	-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -DCMAKE_MAKE_PROGRAM=/bin/true \
	-DCMAKE_C_COMPILER="$(command -v "$cc")"; then
	fail "no command, and no error"
fi
grep -q 'anycov: the command is not in PATH; set -DANYCOV=' log || fail "$(cat log)"
