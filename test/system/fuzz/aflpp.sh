#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# AFL++'s own runtime, linked to a program that gcc built with anycov's guards: afl-fuzz
# sees its edges and finds the bug.
. "${0%/*}/lib.sh"

AFL=${AFL_PATH:-/usr/lib/afl}
[ -r "$AFL/afl-compiler-rt.o" ] && [ -r "$AFL/libAFLDriver.a" ] && command -v afl-fuzz >/dev/null || {
	echo "missing: AFL++ in $AFL (afl++)"
	exit 77
}
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1
export AFL_BENCH_UNTIL_CRASH=1 AFL_NO_COLOR=1

mkdir in
printf 'sea' >in/seed
instrument trace-pc-guard,trace-cmp -O2 -g -c "$HERE/word.c" -o word.o
"$CXX" word.o "$AFL/libAFLDriver.a" "$AFL/afl-compiler-rt.o" -ldl -lrt -lpthread -lm -o word

# Two inputs take two ways, and afl-showmap sees both.
printf 'x' >other
afl-showmap -q -o map.seed ./word in/seed >/dev/null 2>&1 || fail "afl-showmap: $(afl-showmap -o map.seed ./word in/seed 2>&1 | tail -2)"
afl-showmap -q -o map.other ./word other >/dev/null 2>&1
[ -s map.seed ] && [ -s map.other ] || fail "afl-showmap saw no edges"
cmp -s map.seed map.other && fail "two ways through the program have the same edges"

timeout 120 afl-fuzz -s 1 -V 100 -i in -o out ./word >log 2>&1 || true
stat()
{
	sed -n "s/^$1 *: *//p" out/default/fuzzer_stats
}
[ -r out/default/fuzzer_stats ] || fail "afl-fuzz: $(tail -5 log)"
edges=$(stat total_edges)
found=$(stat edges_found)
guards=$(size -A word | awk '$1 == "__sancov_guards" { print $2 / 4 }')
echo "edges found: $found of $edges ($guards guards), crashes: $(stat saved_crashes), executions: $(stat execs_done)"
[ "$(stat saved_crashes)" -ge 1 ] || fail "no crash was found in $(stat execs_done) executions"
[ "$found" -ge 3 ] && [ "$found" -le "$edges" ] || fail "$found edges of $edges"
[ "$edges" -ge "$guards" ] && [ "$edges" -le $((guards + 8)) ] || fail "afl-fuzz knows $edges edges, the program has $guards"
grep -q '^seed' out/default/crashes/id* || fail "the crash is not the planted one"
