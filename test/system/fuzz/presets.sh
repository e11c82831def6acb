#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What --for libfuzzer and --for afl print is all that a target needs, with gcc and with clang: it
# links, and the fuzzer finds the planted bug.
. "${0%/*}/lib.sh"

# tries SEEDS RUNS NAME: how many seeds find the bug of a program with libFuzzer; the numbers of
# executions are in NAME.runs
tries()
{
	found=0
	: >"$3.runs"
	for seed in $(seq "$1"); do
		if timeout 60 "./$3" -seed="$seed" -runs="$2" -artifact_prefix="$3-" \
			-print_final_stats=1 >"$3.log" 2>&1; then
			continue
		fi
		grep -q 'deadly signal' "$3.log" || fail "$3: $(tail -3 "$3.log")"
		found=$((found + 1))
		sed -n 's/^stat::number_of_executed_units: *//p' "$3.log" >>"$3.runs"
	done
}

# build CC PRESET BUG NAME
build()
{
	compile=$("$ANYCOV" flags --cc "$1" --for "$2") || fail "$1: no flags"
	link=$("$ANYCOV" flags --cc "$1" --for "$2" --link) || fail "$1: no linker arguments"
	# shellcheck disable=SC2086
	$1 -O2 -w $compile -c "$HERE/$3.c" -o "$4.o"
	# shellcheck disable=SC2086
	$1 "$4.o" $link -o "$4" || fail "$4: does not link"
}

if "$ANYCOV" flags --cc "$CC" --for libfuzzer --link >/dev/null 2>&1; then
	for cc in $CC $CLANG; do
		name=float-$(basename "$cc")
		build "$cc" libfuzzer float "$name"
		nm "$name.o" | grep -Eq 'trace_cmp[fd]$' && fail "$name: a hook that libFuzzer lacks"
		tries 3 200000 "$name"
		echo "$name: $found of 3 in" $(cat "$name.runs")
		[ "$found" = 3 ] || fail "$name: found by $found of 3 seeds"
		# Asked for, they are back.
		# shellcheck disable=SC2046
		$cc -O2 -w $("$ANYCOV" flags --cc "$cc" --for libfuzzer --compares all) \
			-c "$HERE/float.c" -o all.o
		nm all.o | grep -q 'U __sanitizer_cov_trace_cmpd$' || fail "$name: no compares of doubles"
		nm all.o | grep -q 'U __sanitizer_cov_trace_cmpf$' || fail "$name: no compares of floats"
	done
else
	echo "missing: libFuzzer (libclang-rt-*-dev)"
fi

AFL=${AFL_PATH:-/usr/lib/afl}
if [ -r "$AFL/libAFLDriver.a" ] && command -v afl-showmap >/dev/null; then
	export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1
	export AFL_BENCH_UNTIL_CRASH=1 AFL_NO_COLOR=1
	mkdir in
	printf '%012d' 0 >in/seed
	for cc in $CC $CLANG; do
		name=afl-float-$(basename "$cc")
		compile=$("$ANYCOV" flags --cc "$cc" --for afl)
		link=$("$ANYCOV" flags --cc "$cc" --for afl --link)
		# shellcheck disable=SC2086
		$cc -O2 -w $compile -c "$HERE/float.c" -o "$name.o"
		# shellcheck disable=SC2086
		$cc "$name.o" "$AFL/libAFLDriver.a" $link -lstdc++ -o "$name" || fail "$name: does not link"
		timeout 60 afl-fuzz -s 1 -E 200000 -i in -o "out-$name" "./$name" >log 2>&1 || true
		stats=out-$name/default/fuzzer_stats
		[ -r "$stats" ] || fail "$name: afl-fuzz: $(tail -5 log)"
		grep -q '^saved_crashes *: [1-9]' "$stats" || fail "$name: not found"
		echo "$name: $(grep -E '^execs_done' "$stats")"
	done
else
	echo "missing: AFL++ in $AFL (afl++)"
fi
