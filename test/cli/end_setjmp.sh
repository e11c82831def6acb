# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# longjmp() to a function that goes on after it: each of its blocks is known, however often calls of
# its own were left; only lines after such a call in its block may be unknown.
. "${0%/*}/ends_lib.sh"

cat >setjmp.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf env;
static volatile int sum;
__attribute__((noinline)) static void leave(int x)
{
	if (x == 3)
		longjmp(env, 1);
	sum++;
}
__attribute__((noinline)) static int loop(int x)
{
	volatile int i;

	for (i = 0; i < 6; i++)
		if (!setjmp(env))
			leave(x < 0 ? i : x);
	return 0;
}
__attribute__((noinline)) static int protected(int x)
{
	volatile int result = 0;

	switch (setjmp(env)) {
	case 0:
		leave(x);
		if (x == 5)
			result = 5;
		leave(3);
		result = 6;
		break;
	case 1:
		if (x == 4)
			result = 4;
		break;
	default:
		result = 2;
	}
	while (result > 4)
		result--;
	return result;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;

	loop(x);
	printf("%d\n", protected(x));
	return 0;
}
END
left_to_itself()
{
	for x in 3 4 5 -1 "3 4 5 -1"; do
		# shellcheck disable=SC2086
		record "$1" "$2" setjmp.c $x
		unknown_within 31 32
		awk '$1 == "blocks" { exit $(NF - 1) != 0 }' lossless || fail "$1 $2: unknown blocks"
	done
}
for_each_build left_to_itself
