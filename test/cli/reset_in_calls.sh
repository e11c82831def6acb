# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov_set_reset() in the middle of calls clears the flags of their first blocks: what a report of
# prune=lossless shows is what ran after it, in the caller and in a parent that waits; the rest is unknown.
. "${0%/*}/ends_lib.sh"

cat >reset.c <<'END2'
#include <anycov/anycov.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void before(int x)
{
	if (x)
		puts("before");
	puts("ran before the reset alone");
}
__attribute__((noinline)) static int third(int x)
{
	int odd = 0, i;

	for (i = 0; i < 4; i++) {
		if (x & 1)
			odd += i;
		else
			odd -= i;
		if (i == 2)
			anycov_set_reset();
		if (i == 9)
			puts("never");
	}
	if (odd > 100)
		puts("never either");
	puts("third ends");
	return odd;
}
__attribute__((noinline)) static int second(int x)
{
	int r;

	if (x > 7)
		puts("big");
	else
		puts("small");
	r = third(x);
	if (r > 50)
		puts("never");
	puts("second ends");
	return r;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0, status;

	before(x);
	/* The parent is in its calls while the child resets the flags of both. */
	if (x == 4) {
		fflush(stdout);
		if (!fork()) {
			usleep(300000); /* the parent is in wait() in every recording */
			return second(1) > 100;
		}
		wait(&status);
		puts("parent goes on");
		return 0;
	}
	second(x);
	puts("main ends");
	return 0;
}
END2
reset()
{
	for x in 0 1 4; do
		record "$1" "$2 -I$ANYCOV_SOURCE/include" reset.c $x
		# The functions that ran through after the reset, and those that never did.
		grep -qx "28 1" none.lines || { cat none.lines; fail "$1 $2: the end of the call that resets"; }
		has lossless.words "anycov_set_reset() was called inside calls, or others were active"
	done
	# Without the reset every call is complete.
	sed 's/anycov_set_reset();/(void)0;/' reset.c >complete.c
	record "$1" "$2 -I$ANYCOV_SOURCE/include" complete.c 1
	hasnt lossless.words "anycov_set_reset"
	all_known
}
for_each_build reset
