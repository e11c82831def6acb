# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: place one-byte flags of vmlinux and of modules
#
# A compiler plugin can store one byte where KCOV has a call.  The bytes tell
# what ran since boot, in all tasks and interrupts, early boot among them: no
# hook, no buffer, nothing per task.
#
# Place them.  Flags are written before .bss is cleared, so they are in
# .data, in cache lines of their own, because all processors write them.  A
# module finds its flags and its build ID when it is loaded.
#
# No symbol selects CONFIG_ANYCOV_REPORT yet, so nothing is compiled.

# shellcheck disable=SC2154 # variables of apply.sh
edit include/asm-generic/vmlinux.lds.h '
	BEGIN { want = 2 }
	$0 == "#ifdef CONFIG_TRACE_BRANCH_PROFILING" {
		hits++
		print "#ifdef CONFIG_ANYCOV_REPORT"
		print "#define ANYCOV_FLAGS()\t\t\t\t\t\t\t\\"
		print "\t. = ALIGN(64);\t\t\t\t\t\t\t\\"
		print "\t__start_'"$flags"' = .;\t\t\t\t\t\\"
		print "\t*('"$flags"')\t\t\t\t\t\t\\"
		print "\t__stop_'"$flags"' = .;\t\t\t\t\t\\"
		print "\t. = ALIGN(64);"
		print "#else"
		print "#define ANYCOV_FLAGS()"
		print "#endif"
		print ""
	}
	/^\tLIKELY_PROFILE\(\)[ \t]*\\$/ {
		hits++
		print "\tANYCOV_FLAGS()\t\t\t\t\t\t\t\\"
	}
	{ print }'
edit scripts/module.lds.S '
	BEGIN { want = 1 }
	{ print }
	/^\t__jump_table[ \t]/ {
		hits++
		print "\t'"$flags"'\t\t0 : { *('"$flags"') }"
	}'
edit include/linux/module.h '
	BEGIN { want = 1 }
	$0 == "#ifdef CONFIG_CONSTRUCTORS" {
		hits++
		print "#ifdef CONFIG_ANYCOV_REPORT"
		print "\t/* Its flags and its build ID, an ELF note; see kernel/anycov/report.c. */"
		print "\tu8 *anycov_flags;"
		print "\tunsigned int num_anycov_flags;"
		print "\tconst u8 *anycov_note;"
		print "\tunsigned int anycov_note_bytes;"
		print "#endif"
		print ""
	}
	{ print }'
module_loader=kernel/module/main.c
at_least 5.19 || module_loader=kernel/module.c
edit $module_loader '
	BEGIN { want = 1 }
	/^static int find_module_sections\(/ { inside = 1 }
	inside && !hits && $0 == "#ifdef CONFIG_CONSTRUCTORS" {
		hits++
		print "#ifdef CONFIG_ANYCOV_REPORT"
		print "\tmod->anycov_flags = section_objs(info, \"'"$flags"'\", 1, &mod->num_anycov_flags);"
		print "\tmod->anycov_note = section_objs(info, \".note.gnu.build-id\", 1,"
		print "\t\t\t\t\t&mod->anycov_note_bytes);"
		print "#endif"
		print ""
	}
	{ print }'
