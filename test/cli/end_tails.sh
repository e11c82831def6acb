# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What follows calls in both arms of a branch is known although some of these calls did not return:
# covered if one did, not covered if none did.
. "${0%/*}/ends_lib.sh"

cat >tails.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static volatile int n;
__attribute__((noinline)) static void check(int x)
{
	if (x > 7)
		longjmp(env, 1);
	n++;
}
__attribute__((noinline)) static int branch(int x)
{
	if (x & 1)
		check(x);
	else
		check(x + 1);
	n += 2;
	return n;
}
__attribute__((noinline)) static int row(int x)
{
	n += x;
	check(x);
	n += 3;
	if (n > 4000)
		n -= 10;
	return n;
}
__attribute__((noinline)) static int loop(int x)
{
	for (int i = 0; i < x; i++) {
		if (x & 1)
			check(x + i);
		else
			check(x - i);
		n += 4;
	}
	return n;
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!setjmp(env))
			branch(atoi(argv[i]));
		if (!setjmp(env))
			row(atoi(argv[i]));
		if (!setjmp(env))
			loop(atoi(argv[i]));
	}
	return 0;
}
END
place="--place early"
tried=
for compiler in $GCC $(clangs); do
	have "$compiler" || continue
	tried=1
	for level in -O0 -O1 -O2; do
		for runs in "1 2 8 9" "8 9 8 9" "8" "2 9"; do
			record "$compiler" $level tails.c "$runs"
			[ ! -s unknown ] ||
				{ cat lossless unknown; fail "$cc $flags, $runs: lines are unknown"; }
		done
	done
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
