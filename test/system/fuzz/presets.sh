#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What --for libfuzzer, afl and afl-cmplog print is all that a target needs, with gcc and with clang:
# it compiles, it links, and the fuzzer finds the planted bug, behind each obstacle that such a
# preset is for.  Executions are bounded and seeds are fixed.
. "${0%/*}/lib.sh"

# build CC PRESET BUG NAME
build()
{
	compile=$("$ANYCOV" flags --cc "$1" --for "$2") || fail "$1: no flags"
	link=$("$ANYCOV" flags --cc "$1" --for "$2" --link) || fail "$1: no linker arguments"
	# shellcheck disable=SC2086
	$1 -O2 $compile -c "$HERE/$3.c" -o "$4.o" || fail "$4: does not compile"
	# shellcheck disable=SC2086
	$1 "$4.o" $link -o "$4" || fail "$4: does not link"
	readelf -SW "$4.o" | grep -q anycov_map && fail "$4: has a map"
	:
}

# libfuzzer CC BUG RUNS: each of three seeds finds the bug in so many executions
libfuzzer()
{
	name=$2-$(basename "$1")
	build "$1" libfuzzer "$2" "$name"
	executions=
	for seed in 1 2 3; do
		timeout 60 "./$name" -seed=$seed -runs="$3" -artifact_prefix="$name-" \
			-print_final_stats=1 >"$name.log" 2>&1 &&
			fail "$name: seed $seed found nothing in $3 executions"
		grep -q 'deadly signal' "$name.log" || fail "$name: $(tail -3 "$name.log")"
		executions="$executions $(sed -n 's/^stat::number_of_executed_units: *//p' "$name.log")"
	done
	echo "$name: found after$executions executions"
}

# counters OBJECT: number of inline counters
counters()
{
	size -A "$1" | awk '$1 == "__sancov_cntrs" { n += $2 } END { print n }'
}

# compares CC PRESET: no hook that libFuzzer and AFL++ lack is called, until one asks for it
compares()
{
	for words in "" "--compares all"; do
		# shellcheck disable=SC2046,SC2086
		$1 -O2 $("$ANYCOV" flags --cc "$1" --for "$2" $words) -c "$HERE/float.c" -o f.o
		for hook in cmpf cmpd; do
			nm f.o | grep -q "U __sanitizer_cov_trace_$hook\$" && is=yes || is=no
			[ $is = "$([ -n "$words" ] && echo yes || echo no)" ] ||
				fail "$1 --for $2 $words: trace_$hook: $is"
		done
	done
}

if "$ANYCOV" flags --cc "$CC" --for libfuzzer --link >/dev/null 2>&1; then
	for cc in $CC $CLANG; do
		libfuzzer "$cc" float 200000
		libfuzzer "$cc" compare 200000
		libfuzzer "$cc" conditions 500000
		compares "$cc" libfuzzer
		# Edges for each condition: without the preset's words there are fewer.
		name=conditions-$(basename "$cc")
		kept=$(counters "$name.o")
		# shellcheck disable=SC2046
		$cc -O2 $("$ANYCOV" flags --cc "$cc" --prune dom \
			--coverage inline-8bit-counters,pc-table,trace-cmp,indirect-calls) \
			-c "$HERE/conditions.c" -o merged.o
		[ "$kept" -gt "$(counters merged.o)" ] ||
			fail "$name: $kept counters, $(counters merged.o) where conditions merge"
	done
	"$CLANG" -O2 -fsanitize=fuzzer-no-link -c "$HERE/conditions.c" -o own.o
	[ "$kept" = "$(counters own.o)" ] || fail "clang: $kept counters, its own: $(counters own.o)"
else
	echo "missing: libFuzzer (libclang-rt-*-dev)"
fi

AFL=${AFL_PATH:-/usr/lib/afl}
[ -r "$AFL/libAFLDriver.a" ] && command -v afl-fuzz >/dev/null || {
	echo "missing: AFL++ in $AFL (afl++)"
	exit 0
}
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1
export AFL_BENCH_UNTIL_CRASH=1 AFL_NO_COLOR=1
mkdir in
printf '%012d' 0 >in/seed

# afl NAME EXECUTIONS ARGS...: crashes is the number of crashes found; the directory is out-NAME
afl()
{
	name=$1 most=$2
	shift 2
	timeout 100 afl-fuzz -s 2 -E "$most" -i in -o "out-$name" "$@" -- "./$name" >log 2>&1 || true
	stats=out-$name/default/fuzzer_stats
	[ -r "$stats" ] || fail "$name: afl-fuzz: $(tail -5 log)"
	crashes=$(sed -n 's/^saved_crashes *: *//p' "$stats")
	echo "$name: $(sed -n 's/^execs_done *: *//p' "$stats") executions, $crashes crashes"
}

for cc in $CC $CLANG; do
	short=$(basename "$cc")
	build "$cc" afl float "afl-float-$short"
	afl "afl-float-$short" 200000
	[ "$crashes" -ge 1 ] || fail "afl-float-$short: not found"

	build "$cc" afl persistent "persistent-$short"
	[ "$(echo x | "./persistent-$short")" = "rounds: 1" ] || fail "persistent-$short: without afl-fuzz"
	afl "persistent-$short" 200000
	[ "$crashes" -ge 1 ] || fail "persistent-$short: not found"
	for mode in persistent deferred shmem_testcase; do
		grep -q "^target_mode.*$mode" "$stats" || fail "persistent-$short: no mode $mode"
	done

	# The plain binary calls no compare hooks; CmpLog on the one that does finds the bug.
	build "$cc" afl magic64 "magic64-$short"
	nm "magic64-$short.o" | grep -q 'trace_.*cmp' && fail "magic64-$short: compare hooks"
	build "$cc" afl-cmplog magic64 "cmplog-$short"
	compares "$cc" afl-cmplog
	afl "magic64-$short" 20000
	[ "$crashes" = 0 ] || fail "magic64-$short: found without CmpLog"
	afl "cmplog-$short" 20000 -c 0
	[ "$crashes" -ge 1 ] || fail "cmplog-$short: not found"

	# What memcmp, strcmp and strncmp get are no constants: only CmpLog's hooks of calls see them.
	for bug in computed computed_string computed_length; do
		build "$cc" afl-cmplog $bug "$bug-$short"
		afl "$bug-$short" 20000
		[ "$crashes" = 0 ] || fail "$bug-$short: found without CmpLog"
		# When AFL++ comes to CmpLog depends on the time that it takes.
		AFL_BENCH_UNTIL_CRASH=1 afl "$bug-$short" 200000 -c 0
		[ "$crashes" -ge 1 ] || fail "$bug-$short: not found"
	done
done

# The runtime defines each hook that trace-routines may call.
nm "$AFL/afl-compiler-rt.o" >defined
for hook in $(sed -n 's/^ANYCOV_HOOK(.*\(__cmplog_[a-z_]*\),.*, afl)$/\1/p' \
	"$HERE/../../../include/anycov/hooks.def"); do
	grep -q " T $hook\$" defined || fail "$AFL: no $hook"
done
grep -q __cmplog_rtn_hook defined || fail "hooks.def: no hook of AFL++"
