# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: show which code ran since boot with CONFIG_ANYCOV_REPORT
#
# gcov answers which lines ran, for KUnit, kselftest or LTP, at a price: it
# counts, with 8 bytes an edge, and its files are a tree of thousands.
# CONFIG_ANYCOV_REPORT gives the same report from one byte a probe.
#
# The files that gcov would instrument are compiled with the flags that
# "anycov flags" prints.  The directory anycov of debugfs has one file for
# each image, vmlinux or module, with its build ID and its flags.  A module
# that was unloaded keeps its file.  A write resets.
#
# Cost in a small x86-64 kernel (6.12, GCC 12), of a loop of system calls:
# 11.0 % instructions (CONFIG_GCOV_PROFILE_ALL 22.1 %), 37.9 % text (55.6 %).

# shellcheck disable=SC2154 # variables of apply.sh
new "$public/flags_file.h" kernel/anycov/include/anycov/flags_file.h
new "$here/kernel/report.h" kernel/anycov/report.h
new "$here/kernel/report.c" kernel/anycov/report.c
edit kernel/anycov/Makefile '
	BEGIN { want = 1 }
	/^# Lean hooks/ {
		hits++
		print "obj-$(CONFIG_ANYCOV_REPORT) += report.o"
		print ""
	}
	{ print }'
edit kernel/Makefile '
	BEGIN { want = 1 }
	{ print }
	/^obj-\$\(CONFIG_KCOV\) \+= / { hits++; print "obj-$(CONFIG_ANYCOV_REPORT) += anycov/" }'
edit Makefile '
	BEGIN { want = 1 }
	{ print }
	/^include-\$\(CONFIG_KCOV\)/ {
		hits++
		print "include-$(CONFIG_ANYCOV_REPORT)\t+= scripts/Makefile.anycov"
	}'
# The files that gcov instruments: the rule of the tree, with other names.
edit scripts/Makefile.lib '
	BEGIN { want = 3 }
	{ print }
	$0 == "ifeq ($(CONFIG_GCOV_KERNEL),y)" { rule = "\n"; hits++ }
	rule {
		line = $0
		sub(/CONFIG_GCOV_KERNEL/, "CONFIG_ANYCOV_REPORT", line)
		hits += sub(/\$\(CONFIG_GCOV_PROFILE_ALL\)/, "y", line)
		sub(/CFLAGS_GCOV/, "CFLAGS_ANYCOV", line)
		rule = rule line "\n"
	}
	rule && $0 == "endif" {
		hits++
		printf "%s", rule
		rule = ""
	}'
edit lib/Kconfig.debug '
	BEGIN { want = 3 }
	$0 == "config KCOV_PLUGIN" {
		hits++
		print "config ANYCOV_REPORT"
		print "\tbool \"Which code ran since boot, by a compiler plugin (anycov)\""
		print "\tdepends on ARCH_HAS_GCOV_PROFILE_ALL"
		print "\tdepends on DEBUG_FS"
		print "\tdepends on !KCOV"
		print "\thelp"
		print "\t  Say Y to collect which lines, branches and functions of the kernel"
		print "\t  and its modules ran since boot: each probe stores one byte.  Read it"
		print "\t  from the directory anycov of debugfs; \"anycov report\" makes reports"
		print "\t  of it.  Files are chosen as for gcov, by GCOV_PROFILE in Makefiles."
		print "\t  ANYCOV_PATH says where the command is."
		print ""
		print "\t  Without the plugin, N."
		print ""
	}
	$0 == "\tdepends on KCOV_PLUGIN" {
		hits++
		$0 = "\tdepends on KCOV_PLUGIN || ANYCOV_REPORT"
	}
	{ print }'
maintained kernel/anycov/include/anycov/flags_file.h 'kernel/anycov/report.*'
