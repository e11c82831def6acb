#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# libFuzzer, linked by g++ to programs that gcc built with anycov's counters, PC table
# and compares, finds each planted bug; clang's own instrumentation is the control.
. "${0%/*}/lib.sh"

runtime=$(ls "$("$CLANG" -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-x86_64.a 2>/dev/null) || {
	echo "missing: libFuzzer for $CLANG (libclang-rt-*-dev)"
	exit 77
}
# Three tries, since luck has its part.
RUNS=1000000

# number NAME LOG: "cov: N" of the line with NAME
number()
{
	sed -n "s/.*$1.* cov: \([0-9]*\).*/\1/p" "$2" | "$3" -1
}

# fuzz PROGRAM: sets executions; 0: nothing found
fuzz()
{
	executions=0
	for seed in 1 2 3; do
		if timeout 40 "./$1" -seed=$seed -runs=$RUNS -artifact_prefix="$1-" \
			-print_final_stats=1 >"$1.log" 2>&1; then
			continue
		fi
		grep -q 'deadly signal' "$1.log" || fail "$1: $(tail -3 "$1.log")"
		executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1.log")
		return
	done
}

printf '%-8s %-4s %12s %12s %6s %6s\n' bug opt "$(basename "$CC")" clang edges clang
for bug in magic word cases; do
	for opt in -O0 -O2; do
		p=$bug$opt
		instrument inline-8bit-counters,pc-table,trace-cmp,indirect-calls $opt -g \
			-c "$HERE/$bug.c" -o $p.o
		"$CXX" $p.o "$runtime" -lpthread -ldl -lm -lrt -o $p
		fuzz $p
		[ "$executions" -gt 0 ] || fail "$p: not found in 3 x $RUNS executions"
		ours=$executions

		# As many PCs as counters, and a start that covers a part of them.
		counters=$(sed -n 's/^INFO: Loaded 1 modules *(\([0-9]*\) inline.*/\1/p' $p.log)
		pcs=$(sed -n 's/^INFO: Loaded 1 PC tables (\([0-9]*\) PCs.*/\1/p' $p.log)
		[ -n "$counters" ] && [ "$counters" = "$pcs" ] ||
			fail "$p: $counters counters, $pcs PCs"
		start=$(number INITED $p.log head)
		last=$(number . $p.log tail)
		[ "$start" -ge 1 ] && [ "$start" -lt "$counters" ] && [ "$last" -ge "$start" ] &&
			[ "$last" -le "$counters" ] || fail "$p: cov went from $start to $last of $counters"
		[ $bug = magic ] || [ "$last" -gt "$start" ] || fail "$p: cov never grew from $start"
		grep -q 'ft: ' $p.log || fail "$p: no features"

		"$CLANG" -fsanitize=fuzzer -fsanitize-coverage=no-prune $opt -g -w "$HERE/$bug.c" -o $p-clang
		fuzz $p-clang
		theirs=$(sed -n 's/^INFO: Loaded 1 modules *(\([0-9]*\) inline.*/\1/p' $p-clang.log)
		printf '%-8s %-4s %12s %12s %6s %6s\n' $bug $opt "$ours" "$executions" "$counters" "$theirs"
		# The control's luck differs: a hundred times as long is no luck any more.
		[ "$executions" -eq 0 ] || [ "$ours" -le $((executions * 100 + 100000)) ] ||
			fail "$p: $ours executions, clang's build needs $executions"
	done
done
