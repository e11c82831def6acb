# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# musl-gcc: flags are recorded; hooks, whose runtime is of another C library, are refused, and anycov
# cc leaves them out.  A dump of a musl program names the program, and not musl's vDSO, as such.
. "${0%/*}/lib.sh"

needs musl-gcc musl-tools && have musl-gcc || exit 77
echo 'int main(int c, char **v) { (void)v; return c > 5; }' >t.c
for static in "" -static; do
	rm -rf anycov-data
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" cc musl-gcc $static -g t.c -o t
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report
	totals lines 1 1
	# shellcheck disable=SC2086
	expect 2 "$ANYCOV" flags --cc musl-gcc --for trace --link -- $static
	has err "musl-gcc: the runtime of hooks is built for another C library than musl; "
	one_sentence
	for step in "-c t.c" "t.c -o t" "t.o -o t"; do
		# shellcheck disable=SC2086
		expect 0 env ANYCOV_FLAGS="--for trace --verbose" "$ANYCOV" cc musl-gcc $static $step
		has err "not instrumented: musl-gcc: the runtime"
	done
	expect 0 ./t
	# With the runtime all the same, without threads.
	# shellcheck disable=SC2046,SC2086
	musl-gcc $static -g $("$ANYCOV" flags --cc musl-gcc --for trace) t.c \
		"$(dirname "$ANYCOV")/../lib/anycov/runtime/host/libanycov-full.a" -Wl,--build-id -o t
	expect 0 "$ANYCOV" run -o t.dump ./t
	expect 0 "$ANYCOV" report --image t t.dump
	totals lines 1 1
done
