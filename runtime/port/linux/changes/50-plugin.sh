# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: accept the flags of a compiler plugin
#
# KCOV needs a compiler that inserts its calls.  Some cannot, or do it with
# flaws: GCC before 12 does not keep them out of noinstr functions on arm64,
# riscv and s390, so Kconfig refuses KCOV there, and GCC before 14 makes tail
# calls of hooks, whose PCs belong to no call.  A compiler plugin can insert
# them instead.  It can also leave out calls that follow from others, a third
# of them, and records with them.
#
# With CONFIG_KCOV_PLUGIN the flags of instrumented files are what the
# command "anycov flags" prints.  Its path and its arguments are in
# .config, so that modules outside the tree get the same flags, and those
# that DKMS builds with a package of headers.  Targets that compile nothing
# do not run it.

# shellcheck disable=SC2154 # variables of apply.sh
new "$here/kernel/flags.mk" scripts/Makefile.anycov
edit scripts/Makefile.kcov '
	BEGIN { want = 1 }
	/^export CFLAGS_KCOV := / {
		hits++
		print "ifdef CONFIG_KCOV_PLUGIN"
		print "include $(srctree)/scripts/Makefile.anycov"
		print "kcov-flags-y := $(CFLAGS_ANYCOV)"
		print "endif"
		print ""
	}
	{ print }'
# KCOV does not depend on a compiler that supports noinstr functions before 5.14, and nothing on
# one that supports KCOV from 6.16 on.
lines=5
at_least 5.14 || lines=$((lines - 1))
! at_least 6.16 || lines=$((lines - 2))
edit lib/Kconfig.debug '
	BEGIN { want = '$lines' }
	$0 == "config KCOV" {
		hits++
		print "config KCOV_PLUGIN"
		print "\tbool \"Code coverage by a compiler plugin (anycov)\""
		print "\tdepends on ARCH_HAS_KCOV"
		print "\thelp"
		print "\t  Say Y to collect code coverage with a compiler that has no"
		print "\t  instrumentation for it, or to use anycov in place of the"
		print "\t  compiler\047s: the kernel is compiled with the flags that"
		print "\t  \"anycov flags\" prints.  ANYCOV_PATH says where that command is."
		print ""
		print "\t  Without the plugin, N."
		print ""
		print "config ANYCOV_PATH"
		print "\tstring \"The command anycov\""
		print "\tdepends on KCOV_PLUGIN"
		print "\tdefault \"anycov\""
		print "\thelp"
		print "\t  The name of the command, if it is in PATH, or its path."
		print "\t  \"make ANYCOV=...\" has precedence."
		print ""
		print "config ANYCOV_FLAGS"
		print "\tstring \"Arguments of \\\"anycov flags\\\"\""
		print "\tdepends on KCOV_PLUGIN"
		print "\tdefault \"\""
		print "\thelp"
		print "\t  Arguments after those that the kernel passes itself, for example"
		print "\t  \"--prune lossless --hooks lean\" (needs KCOV_UNIQUE), or"
		print "\t  \"--ignorelist FILE\".  \"make ANYCOV_FLAGS=...\" has precedence."
		print ""
	}
	$0 == "\tdepends on CC_HAS_SANCOV_TRACE_PC || GCC_PLUGINS" {
		hits++
		$0 = $0 " || KCOV_PLUGIN"
	}
	$0 == "\tdepends on !ARCH_WANTS_NO_INSTR || HAVE_NOINSTR_HACK || \\" {
		hits++
		$0 = "\tdepends on KCOV_PLUGIN || !ARCH_WANTS_NO_INSTR || HAVE_NOINSTR_HACK || \\"
	}
	$0 == "\tselect GCC_PLUGIN_SANCOV if !CC_HAS_SANCOV_TRACE_PC" {
		hits++
		$0 = $0 " && !KCOV_PLUGIN"
	}
	$0 == "\tdepends on $(cc-option,-fsanitize-coverage=trace-cmp)" {
		hits++
		$0 = "\tdepends on KCOV_PLUGIN || $(cc-option,-fsanitize-coverage=trace-cmp)"
	}
	{ print }'
maintained scripts/Makefile.anycov
