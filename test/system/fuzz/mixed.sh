#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# clang's own instrumentation beside anycov's on gcc: the same tables for simple
# functions, and objects of both in one program share sections and constructors.
. "${0%/*}/lib.sh"

TABLES="python3 $HERE/../../lib/covtables"
words=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table
major=$("$CLANG" --version | sed -n 's/.*clang version \([0-9]*\).*/\1/p')
[ "$major" -lt 16 ] || words=$words,control-flow

for test in guard-per-block edge-splits nothing-to-count constructors; do
	source=$HERE/../../lit/instrumentation/$test.c
	for opt in -O1 -O2 -Os; do
		instrument $words $opt -w -c "$source" -o gcc.o
		"$CLANG" -fsanitize-coverage=edge,no-prune,$words $opt -w -c "$source" -o clang.o
		$TABLES gcc.o >gcc.txt
		$TABLES clang.o >clang.txt
		diff gcc.txt clang.txt >diff.txt || fail "$test $opt: gcc (<) and clang (>) differ: $(cat diff.txt)"
	done
	echo "$test: as clang has it"
done

# One group of constructors: each section is announced once (the client tells else).
inputs=$HERE/../../lit/Inputs
$CC -O1 -w -c "$inputs/family_client.c" -o client.o
for opt in -O0 -O2; do
	"$CXX" $("$ANYCOV" flags --cc "$CXX" --coverage $words) $opt -w -c "$inputs/shapes.cc" -o one.o
	"$CLANG" -fPIE -fsanitize-coverage=no-prune,$words $opt -w -DSECOND -c "$inputs/shapes.cc" -o two.o
	"$CXX" $opt one.o two.o client.o -o both
	"$CXX" $opt two.o one.o client.o -o htob
	for program in both htob; do
		./$program >$program.txt
		grep problem $program.txt && fail "$program $opt: the tables do not fit"
		grep -q '^end' $program.txt || fail "$program $opt: no end"
		[ "$(grep -c '^module' $program.txt)" = 1 ] || fail "$program $opt: $(grep -c '^module' $program.txt) modules"
		echo "$program $opt: $(grep '^module' $program.txt)"
	done
done
