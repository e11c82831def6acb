#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Programs link with exactly the hooks that honggfuzz and Centipede define: no other
# name is referenced in the modes that they ask for.
. "${0%/*}/lib.sh"

cmps='cmp1 cmp2 cmp4 cmp8 const_cmp1 const_cmp2 const_cmp4 const_cmp8 switch'
honggfuzz="trace_pc trace_pc_guard trace_pc_guard_init 8bit_counters_init pcs_init
	trace_div4 trace_div8 trace_gep trace_pc_indir trace_cmpf trace_cmpd"
centipede="trace_pc trace_pc_guard trace_pc_guard_init 8bit_counters_init pcs_init cfs_init
	load1 load2 load4 load8 load16"

# resolve CLIENT COVERAGE[ OPTION]... HOOKS...
resolve()
{
	client=$1 coverage=$2
	shift 2
	{
		for h in "$@"; do
			echo "void __sanitizer_cov_$h(void) { }"
		done
		echo '__thread unsigned long __sancov_lowest_stack;'
		echo 'int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long);'
		echo 'int main(void) { return LLVMFuzzerTestOneInput((const unsigned char *)"x", 1); }'
	} >$client.c
	$CC -O1 -w -c $client.c -o $client.o
	for bug in magic word cases float; do
		for opt in -O0 -O2; do
			instrument "$coverage" $opt -c "$HERE/$bug.c" -o $client-$bug.o
			$CC $client.o $client-$bug.o -o $client-$bug ||
				fail "$client: a hook is missing for $coverage"
			nm $client-$bug.o | grep -q ' U __sanitizer_cov_' || fail "$client: no hook is called"
			./$client-$bug || fail "$client: $bug does not run"
		done
	done
	echo "$client: $coverage: every hook resolves"
}

trace_cmps=
for c in $cmps; do
	trace_cmps="$trace_cmps trace_$c"
done
# What its preset records: its own driver has an index of arrays and the stack as well.
resolve honggfuzz trace-pc-guard,trace-cmp,trace-div,trace-gep,indirect-calls,stack-depth $honggfuzz $trace_cmps
resolve honggfuzz inline-8bit-counters,pc-table,trace-cmp $honggfuzz $trace_cmps
resolve honggfuzz trace-pc,trace-cmp $honggfuzz $trace_cmps
# Centipede has no hook of floating-point numbers.
resolve centipede "trace-pc-guard,pc-table,trace-cmp --compares integers" $centipede $trace_cmps
resolve centipede trace-pc-guard,pc-table,control-flow,trace-loads,stack-depth $centipede
resolve centipede "inline-8bit-counters,pc-table,trace-cmp --compares integers" $centipede $trace_cmps
