# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# objtool: allow the writers of unique records with user access enabled
#
# Hooks of KCOV run wherever instrumented code runs, between STAC and CLAC
# too.  objtool knows those of kernel/kcov.c by name.  The next change builds
# hooks that call a few functions more, and x86-64 enters them through
# trampolines of static calls.  Allow these names.
#
# They read and write memory of the kernel only.

# shellcheck disable=SC2154 # variables of apply.sh
# Every function that a hook may call.
callees=$(awk '/^[a-zA-Z].*\(/ && !/;$/ && !/^(#|typedef)/ {
	sub(/\(.*/, "")
	sub(/.*[ *]/, "")
	print
}' "$runtime/hooks/unique_slow.c" "$runtime/hooks/unique.h" | tr '\n' ' ')
# The hooks, and their trampolines.
hooks=$(sed -n -e h -e 's/^#define \([a-z_]*_trace_pc_[a-z]*\) .*/\1/p' -e g \
	-e 's/^#define __sanitizer_cov_\([a-z0-9_]*\) \(.*\)/\2 __SCT__anycov_\1/p' \
	"$here/kernel/hook_names.h" | tr '\n' ' ')
edit tools/objtool/check.c '
	BEGIN { want = 1 }
	{ print }
	$0 == "\t\"check_kcov_mode\"," {
		hits++
		n = split("'"$callees $hooks"'anycov_lean_pc anycov_cmp_on", name, " ")
		for (i = 1; i <= n; i++)
			print "\t\"" name[i] "\","
	}'
