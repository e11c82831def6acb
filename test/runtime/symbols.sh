#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# symbols.sh DIR: every bare-metal archive under DIR defines all hooks and public functions,
# under earlier names, too, needs no symbols but helpers of the compiler (libgcc), and is
# small.
set -eu
fails=0 archives=0
hooks='__sanitizer_cov_trace_pc __sanitizer_cov_trace_pc_guard __sanitizer_cov_trace_switch
	__sanitizer_cov_trace_cmp1 __sanitizer_cov_trace_cmp2 __sanitizer_cov_trace_cmp4
	__sanitizer_cov_trace_cmp8 __sanitizer_cov_trace_const_cmp1
	__sanitizer_cov_trace_const_cmp8 __sanitizer_cov_trace_pc_guard_init __anycov_abi_1
	anycov_start anycov_stop anycov_reset anycov_dump anycov_dump_file anycov_dump_text anycov_buffer
	anycov_irq anycov_switch anycov_task_switch anycov_keep anycov_buffer_persistent
	anycov_counters anycov_counters_start anycov_guards anycov_guards_total
	anycov_flags_keep'
# AVR's 8-bit processor uses libgcc for 64 bits and to mark users of .bss and .data; processors
# without a multiplier use it to multiply (unique modes).
allowed='^__(cmpdi2|cmpdi2_s8|adddi3|subdi3|ashldi3|lshrdi3|muldi3|mulsi3|mulhi3|do_clear_bss|do_copy_data|aeabi_lmul)$'
# Defined by the linker script of an image that uses area_linker.o.
allowed="$allowed|^(__anycov_area_bytes)\$"

for a in $(find "$1" -name 'libanycov*.a' -not -path '*/host/*' | sort); do
	archives=$((archives + 1))
	nm -g "$a" 2>/dev/null | awk -v archive="$a" -v hooks="$hooks" -v allowed="$allowed" '
		NF == 3 && $2 ~ /[TWBDRVCG]/ { defined[$3] = 1 }
		NF == 2 && $1 == "U" { used[$2] = 1 }
		function say(what) { print "symbols.sh: " archive ": " what; bad = 1 }
		END {
			for (s in used)
				if (!(s in defined) && s !~ allowed)
					say("undefined symbol " s)
			n = split(hooks, h)
			for (i = 1; i <= n; i++)
				if (!(h[i] in defined))
					say("does not define " h[i])
			exit bad
		}' >&2 || fails=$((fails + 1))
done
echo "symbols.sh: $archives archives, $fails failed"
test $fails = 0 && test $archives -gt 0
