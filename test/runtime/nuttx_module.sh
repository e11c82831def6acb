#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# nuttx_module.sh SOURCE DIR ANYCOV: the application for NuttX with a stub of the kernel's interface.
set -eu
source=$1 port=$1/runtime/port anycov=$3
rm -rf "$2"
mkdir -p "$2/nuttx/note"
cd "$2"

fail()
{
	echo "nuttx_module.sh: $*" >&2
	exit 1
}

: >nuttx/config.h
cat >nuttx/irq.h <<'END'
typedef int irqstate_t;
extern int masked;
static inline irqstate_t enter_critical_section(void)
{
	return masked++;
}
static inline void leave_critical_section(irqstate_t flags)
{
	masked = flags;
}
END
cat >nuttx/sched.h <<'END'
struct tcb_s {
	char name[32];
};
END
cat >nuttx/note/note_driver.h <<'END'
struct tcb_s;
struct note_driver_s;
struct note_driver_ops_s {
	void (*add)(struct note_driver_s *drv, const void *note, unsigned n);
	void (*stop)(struct note_driver_s *drv, struct tcb_s *tcb);
	void (*resume)(struct note_driver_s *drv, struct tcb_s *tcb);
};
struct note_driver_s {
	const struct note_driver_ops_s *ops;
};
int note_driver_register(struct note_driver_s *drv);
END
cat >kernel.c <<'END'
#include <nuttx/irq.h>
#include <nuttx/sched.h>
#include <nuttx/note/note_driver.h>
#include <stdio.h>
#include <string.h>
#include "anycov/anycov.h"
int masked;
int command(int argc, char **argv);
void __sanitizer_cov_trace_pc(void);
static struct note_driver_s *driver;
static int refused = -12;
int note_driver_register(struct note_driver_s *drv)
{
	if (!refused)
		driver = drv;
	return refused;
}
static void run(struct tcb_s *tcb, int n)
{
	driver->ops->resume(driver, tcb);
	while (n--)
		__sanitizer_cov_trace_pc();
}
static int call(const char *a, const char *b)
{
	char *argv[] = { (char *)"anycov", (char *)a, (char *)b, NULL };

	return command(b ? 3 : a ? 2 : 1, argv);
}
int main(void)
{
	static struct tcb_s one = { "one" }, two = { "two" }, more = { "more" };

	if (call(NULL, NULL) != 2 || call("stop", NULL) != 2)
		return 2;
	if (call("start", NULL) != 1) /* the kernel has no place for a driver */
		return 6;
	refused = 0;
	if (call("start", NULL))
		return 3;
	if (call("start", NULL) != 1) /* twice */
		return 4;
	run(&one, 1);
	run(&two, 1);
	driver->ops->stop(driver, &one);
	strcpy(one.name, "again"); /* its memory is another task's */
	run(&one, 1);
	run(&more, 1); /* has no context */
	run(&two, 0);
	if (call("dump", "no/such/directory") != 1 || call("dump", "file") || masked)
		return 5;
	return call("dump", NULL);
}
END
build()
{
	gcc -std=gnu11 -O1 -Wall -Wextra -Werror -fno-builtin -fno-optimize-sibling-calls \
		-DCONFIG_SYSTEM_ANYCOV_BYTES=256 -DCONFIG_SYSTEM_ANYCOV_TASKS=3 \
		-DCONFIG_TASK_NAME_SIZE=31 "$@" -I. -I"$source/include" \
		-c -Dmain=command "$port/nuttx/anycov_nuttx.c" -o port.o
}
build
gcc -std=gnu11 -O1 -Wall -Wextra -Werror -fno-builtin -fno-optimize-sibling-calls -I. -I"$port/baremetal" \
	-I"$source/runtime" -I"$source/include" kernel.c port.o "$source"/runtime/hooks/hook_pc.c \
	"$source"/runtime/hooks/unique_slow.c "$source"/runtime/hooks/dump_write.c \
	"$port"/baremetal/port.c "$port"/baremetal/contexts.c "$port"/baremetal/code_sums.c \
	"$port"/baremetal/port_buffer.c "$port"/baremetal/start.c "$port"/baremetal/dump_text.c -o prog
./prog >console 2>err || fail "status $?"
grep -q 'usage: anycov start' err || fail "no usage"
grep -q 'anycov: start: error -16' err || fail "started twice"
cat >want <<'END'
NAME context 3: again
UPC  context 3: 1 record
NAME context 2: two
UPC  context 2: 1 record
NAME context 1: one
UPC  context 1: 1 record
END
for dump in file console; do
	"$anycov" dump $dump | grep '^[A-Z].* context [1-9]:' | diff - want || fail "contexts of $dump"
	"$anycov" dump $dump | grep -q 'UPC  context 0: 1 record' || fail "context 0 of $dump"
done
if build -DCONFIG_DRIVERS_NOTERAM -DCONFIG_DRIVERS_NOTE_MAX=1 2>err; then
	fail "compiles without a place for its driver"
fi
grep -q 'set CONFIG_DRIVERS_NOTE_MAX to 2' err || fail "$(cat err)"
build -DCONFIG_DRIVERS_NOTERAM -DCONFIG_DRIVERS_NOTE_MAX=2
