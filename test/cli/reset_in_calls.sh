# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov_set_reset() in the middle of calls: a report shows the lines that ran after it, in the caller
# and in a parent that waits, and nothing is unknown.  With prune=lossless lines before it count, too, in
# the functions that it was called in.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

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
tried=
for cc in $GCC $(with_clang $CLANG); do
	have "$cc" || continue
	for level in -O0 -O2; do
		for prune in lossless none; do
			ANYCOV_FLAGS="--for report --prune $prune" "$ANYCOV" cc "$cc" -g $level \
				-I"$ANYCOV_SOURCE/include" reset.c -o $prune
		done
		for x in 0 1 4; do
			for prune in lossless none; do
				rm -rf d.$prune
				expect 0 "$ANYCOV" run -o d.$prune ./$prune $x
				expect 0 "$ANYCOV" report --no-build --lcov $prune.info d.$prune
				hasnt out "incomplete"
				grep "^DA:" $prune.info >$prune.lines
			done
			for line in 8,0 10,0 24,0 28,1 41,0 42,1 43,1; do
				has none.lines "DA:$line"
			done
			# Of active functions: third(), second() and main(), which begin in line 12 and below.
			diff none.lines lossless.lines | sed -n 's/^> DA:\([0-9]*\),\(.\)$/\1 \2/p' >more
			awk '$1 < 12 || !$2 { exit 1 }' more || { cat more; fail "$cc $level $x"; }
			tried=1
		done
	done
done
[ "$tried" ] || lacks "a compiler"
