# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Sanitizers leave no calls of their own, whether their functions are in a library (GCC) or in the program
# (clang), before the C library's: what a program with one leaves is noticed as without.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >leave.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf env;
__attribute__((noinline)) static void leave(int how)
{
	if (how == 1)
		longjmp(env, 1);
	if (how == 2)
		exit(0);
	puts("stays");
}
__attribute__((noinline)) static void jumps(void)
{
	leave(1);
	puts("not here");
}
__attribute__((noinline)) static void ends(void)
{
	leave(2);
	puts("nor here");
}
int main(void)
{
	if (!setjmp(env))
		jumps();
	leave(0);
	ends();
	puts("never");
	return 0;
}
END
# check COMPILER SANITIZER...
check()
{
	cc=$1
	shift
	for sanitizer; do
		flag=-fsanitize=$sanitizer
		[ $sanitizer != none ] || flag=
		rm -rf anycov-data
		# shellcheck disable=SC2086
		if ! "$ANYCOV" cc "$cc" -O1 -g $flag leave.c -o leave 2>err; then
			grep -q "cannot find" err || { cat err; fail "$cc $sanitizer"; }
			echo "missing: the library of $flag"
			continue
		fi
		# LeakSanitizer does not work below a debugger, which containers may use.
		ASAN_OPTIONS=detect_leaks=0 LSAN_OPTIONS=detect_leaks=0 expect 0 "$ANYCOV" run ./leave
		expect 0 "$ANYCOV" report --image leave --lcov lcov.info
		sed -n 's/^DA:\([0-9]*\),0$/\1 0/p; s/^DA:\([0-9]*\),[1-9].*/\1 1/p' lcov.info | sort >$sanitizer.lines
		cmp none.lines $sanitizer.lines || { diff none.lines $sanitizer.lines; fail "$cc $sanitizer"; }
	done
	for line in "15 1" "20 1" "28 1"; do
		grep -qx "$line" none.lines || { cat none.lines; fail "not $line"; }
	done
	! grep -E "^(16|21|29) 1" none.lines || fail "what follows a call that did not return"
}
check "$GCC" none address leak undefined thread
[ -z "$CLANG" ] || ! have "$CLANG" || check "$CLANG" none undefined address leak thread memory
