#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc with clang's words for libFuzzer and AFL++'s variables: recipes of fuzzers build with
# gcc as they do with clang or afl-cc, and a link of objects for two fuzzers fails.
. "${0%/*}/lib.sh"

# cc PRESET ARGUMENTS...: anycov cc for $cc
cc()
{
	preset=$1
	shift
	ANYCOV_FLAGS=${preset:+--for $preset} "$ANYCOV" cc "$cc" "$@"
}

# refused TEXT PRESET ARGUMENTS...: the link fails with the text, and for no other reason
refused()
{
	text=$1
	shift
	if cc "$@" -o refused 2>err; then
		fail "$cc: objects for two fuzzers link"
	fi
	grep -q "undefined reference to .$text" err || fail "$cc: $(cat err)"
	# shellcheck disable=SC2016
	! grep 'undefined reference' err | grep -v -e _cov_ -e __sancov_ || fail "$cc: $(cat err)"
}

cp "$HERE/word.c" .
if "$ANYCOV" flags --cc "$CC" --for libfuzzer --link >/dev/null 2>&1; then
	for cc in $CC $CLANG; do
		name=word-$(basename "$cc")
		cc libfuzzer -O2 -g -fsanitize=fuzzer-no-link,address -c word.c -o word.o 2>err ||
			fail "$cc: $(cat err)"
		cc libfuzzer -fsanitize=fuzzer,address word.o -o "$name" 2>>err || fail "$cc: $(cat err)"
		[ ! -s err ] || fail "$cc: $(cat err)"
		nm word.o | grep -q 'U __asan_' || fail "$cc: -fsanitize=address is lost"
		timeout 60 ./"$name" -seed=1 -runs=500000 >log 2>&1 && fail "$name: found nothing"
		grep -q 'ERROR: .*deadly signal\|AddressSanitizer' log || fail "$name: $(tail -3 log)"
		grep -q 'inline 8-bit counters' log || fail "$name: no counters"

		# In one step, and for what only preprocesses.
		cc libfuzzer -O2 -fsanitize=fuzzer word.c -o one 2>err || fail "$cc: $(cat err)"
		./one -runs=1 >/dev/null 2>&1 || fail "$cc: does not run"
		cc libfuzzer -fsanitize=fuzzer,undefined -E word.c >word.i || fail "$cc: -E"
		grep -q LLVMFuzzerTestOneInput word.i || fail "$cc: -E prints nothing"
		# A library has no libFuzzer of its own; what is not linked with it runs, too.
		cc libfuzzer -shared -fPIC -fsanitize=fuzzer word.c -o word.so || fail "$cc: -shared"
		! nm -D --defined-only word.so | grep -q LLVMFuzzerRunDriver || fail "$cc: word.so has libFuzzer"
		printf 'int main(void) { return 0; }\n' >main.c
		cc libfuzzer -fsanitize=fuzzer-no-link main.c -o main && ./main || fail "$cc: a program of its own"

		# Without a preset: a report of what a corpus covers.
		mkdir -p corpus
		printf 'sea' >corpus/a
		rm -rf anycov-data
		cc "" -g -fsanitize=fuzzer word.c -o report || fail "$cc: report"
		"$ANYCOV" run ./report -runs=0 corpus >/dev/null 2>&1 || fail "$cc: anycov run"
		"$ANYCOV" report --image report --lcov report.info anycov-data >/dev/null || fail "$cc: anycov report"
		grep -q '^FNDA:1,LLVMFuzzerTestOneInput' report.info || fail "$cc: $(cat report.info)"
		grep -q '^DA:[0-9]*,0' report.info || fail "$cc: the bug is covered"

		cc afl -c word.c -o guards.o
		refused __wrap___sanitizer_cov_trace_pc_guard libfuzzer -fsanitize=fuzzer guards.o
	done
	echo "libFuzzer: links"
else
	echo "missing: libFuzzer (libclang-rt-*-dev)"
fi

AFL=${AFL_PATH:-/usr/lib/afl}
[ -r "$AFL/libAFLDriver.a" ] && command -v afl-showmap >/dev/null || {
	echo "missing: AFL++ in $AFL (afl++)"
	exit 0
}
export AFL_QUIET=1
for cc in $CC $CLANG; do
	cc afl -O2 -fsanitize=fuzzer word.c -o afl 2>err || fail "$cc: $(cat err)"
	! nm afl | grep -q __asan_init || fail "$cc: ASan without AFL_USE_ASAN"
	printf x >in
	afl-showmap -q -o map ./afl in >/dev/null 2>&1 || fail "$cc: afl-showmap"
	[ -s map ] || fail "$cc: no edges"
	for sanitizer in ASAN=__asan_report TSAN=__tsan_func_entry; do
		env AFL_USE_"${sanitizer%=*}"=1 ANYCOV_FLAGS="--for afl" "$ANYCOV" cc "$cc" -O1 \
			-fsanitize=fuzzer-no-link -c word.c -o sanitized.o
		nm sanitized.o | grep -q "U ${sanitizer#*=}" || fail "$cc: AFL_USE_${sanitizer%=*}"
		env AFL_USE_"${sanitizer%=*}"=1 ANYCOV_FLAGS="--for afl" "$ANYCOV" cc "$cc" \
			-fsanitize=fuzzer sanitized.o -o sanitized || fail "$cc: AFL_USE_${sanitizer%=*}: no link"
	done
	# Undefined behaviour traps, as in afl-cc's programs.
	printf 'int main(int argc, char **argv)\n{\n\t(void)argv;\n\treturn (argc + 2147483646) + argc;\n}\n' >ub.c
	AFL_USE_UBSAN=1 cc afl -O1 ub.c -o ub || fail "$cc: AFL_USE_UBSAN"
	cc afl -O1 ub.c -o nothing
	set +e
	./ub 2>/dev/null
	status=$?
	./nothing
	plain=$?
	set -e
	[ $status -ge 128 ] && [ $plain -lt 128 ] || fail "$cc: AFL_USE_UBSAN: $status, without it $plain"

	cc libfuzzer -c word.c -o counters.o
	refused __sanitizer_cov_8bit_counters_init afl -fsanitize=fuzzer counters.o
	echo "AFL++, $(basename "$cc"): links"
done
