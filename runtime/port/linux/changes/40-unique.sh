# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: build unique modes with CONFIG_KCOV_UNIQUE
#
# Connect the writers and the state machine with Linux: debugfs, memory,
# locks, tasks, and hooks that return at their first instruction until a
# descriptor is enabled (a static call on x86-64, a static branch elsewhere).
#
# Without CONFIG_KCOV_UNIQUE kernel/kcov.c is built as it is, a task has the
# members that it had, and nothing of this is compiled.  With it,
# kernel/anycov/ is built in place of kernel/kcov.c, and a task has 45 words
# and a number.  User space and the rest of the kernel find the same
# interface: <linux/kcov.h> hides where the mode of a task is.
#
# Cost in a small x86-64 kernel (6.12, GCC 12, PCs and comparisons): a loop
# of system calls takes 10,688 instructions without KCOV, and 36,199 with
# kernel/kcov.c while nothing records.  With these hooks, and the calls of
# the compiler plugin of a later change, it takes 15,749.
#
# Guards of -fsanitize-coverage=trace-pc-guard get addresses in .bss.

# shellcheck disable=SC2154 # variables of apply.sh
new "$here/kernel/uapi_kcov.h" kernel/anycov/include/anycov/kcov.h
new "$here/kernel/stdint.h" kernel/anycov/include/stdint.h
new "$here/kernel/kcov_types.h" include/linux/kcov_types.h
for f in anycov_port.h anycov_kcov_port.h anycov_linux.h port.c hook_gate.c hook_gate.h hook_names.h \
	hook_lean.S offsets.c Makefile; do
	new "$here/kernel/$f" "kernel/anycov/$f"
done
edit kernel/Makefile '
	BEGIN { want = 1 }
	$0 == "obj-$(CONFIG_KCOV) += kcov.o" {
		$0 = "obj-$(CONFIG_KCOV) += $(if $(CONFIG_KCOV_UNIQUE),anycov/,kcov.o)"
		hits++
	}
	{ print }'
edit include/linux/kcov.h '
	BEGIN { want = 4 }
	$0 == "enum kcov_mode {" {
		hits++
		print "#ifdef CONFIG_KCOV_UNIQUE"
		print ""
		print "/* The sign bit: the mode is off for every hook.  See kernel/anycov/. */"
		print "#define KCOV_IN_CTXSW\t(1U << 31)"
		print "#define kcov_task_mode\tkcov_room.mode"
		print ""
		print "#else"
		print ""
	}
	sub(/\(t\)->kcov_mode/, "(t)->kcov_task_mode") {
		sub(/\t+\\$/, "\t\\")
		hits++
	}
	{ print }
	/^#define KCOV_IN_CTXSW\t/ {
		hits++
		print "#define kcov_task_mode\tkcov_mode"
		print ""
		print "#endif /* CONFIG_KCOV_UNIQUE */"
	}'
edit include/linux/sched.h '
	BEGIN { want = 2 }
	$0 == "#include <linux/kcsan.h>" { print "#include <linux/kcov_types.h>"; hits++ }
	$0 == "#ifdef CONFIG_KCOV" {
		hits++
		print "#ifdef CONFIG_KCOV_UNIQUE"
		print "\t/* See kernel/anycov/anycov_port.h. */"
		print "\tstruct kcov_room\t\tkcov_room;"
		print "\tunsigned int\t\t\tkcov_softirq;"
		$0 = "#elif defined(CONFIG_KCOV)"
	}
	{ print }'
# Guards are never written.  Older versions have two definitions.
edit include/asm-generic/vmlinux.lds.h '
	/^#define BSS_MAIN \.bss/ {
		hits++
		$0 = $0 " __sancov_guards"
	}
	{ print }
	END { want = hits ? hits : 1 }'
edit lib/Kconfig.debug '
	BEGIN { want = 1 }
	$0 == "config KCOV_INSTRUMENT_ALL" {
		hits++
		print "config KCOV_UNIQUE"
		print "\tbool \"Unique coverage\""
		print "\tdepends on KCOV"
		print "\thelp"
		print "\t  Lets a program record each PC, each edge or each comparison once"
		print "\t  instead of all of them in their order, so that loops do not fill"
		print "\t  the buffer.  Hooks return at their first instruction until a"
		print "\t  program enables its descriptor."
		print ""
		print "\t  Say Y to build kernel/anycov/ in place of kernel/kcov.c.  It has"
		print "\t  the interface of kernel/kcov.c, and adds 45 words to each"
		print "\t  task.  Memory of sets is allocated by programs that request them."
		print ""
		print "\t  If unsure, say N."
		print ""
	}
	{ print }'
maintained include/linux/kcov_types.h 'kernel/anycov/*'
