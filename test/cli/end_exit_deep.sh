# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process that calls exit() four calls deep: the calls that do not return are known, so nothing is
# unknown in other functions.
. "${0%/*}/ends_lib.sh"

cat >deep.c <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int other(int x)
{
	if (x & 1)
		puts("odd");
	else
		puts("even");
	puts("other ends");
	return x;
}
__attribute__((noinline)) static int fourth(int x)
{
	if (x > 5)
		puts("big");
	if (x == 3)
		exit(0);
	puts("fourth goes on");
	return x + 1;
}
__attribute__((noinline)) static int third(int x)
{
	if (x > 4)
		puts("third: big");
	x = fourth(x);
	if (x > 7)
		puts("third: after");
	return x;
}
__attribute__((noinline)) static int second(int x)
{
	int i;

	for (i = 0; i < 3; i++)
		x += third(x) > 100;
	puts("second: after the loop");
	return x;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;

	other(x);
	if (second(x) > 10)
		puts("main: second");
	return 0;
}
END
deep()
{
	record "$1" "$2" deep.c 3
	unknown_within 12 48
	hasnt lossless.words "ended in a call"
	# With processes that end otherwise in the same file.
	record "$1" "$2" deep.c 3 8 1
	unknown_within 12 48
	hasnt lossless.words "ended in a call"
	has none "3 processes"
}
for_each_build deep

# Without the program there are neither symbols nor line numbers: less is known, and still true.
without_program()
{
	record "$1" "$2" deep.c 3
	"$ANYCOV" run -o alone ./prog.lossless 3 >run.out 2>&1
	rm prog.lossless
	"$ANYCOV" report alone --allow-incomplete --lcov lossless.info >lossless 2>&1 ||
		{ cat lossless; fail "report without the program"; }
	lines lossless >lossless.lines
	comm -23 lossless.lines none.lines >wrong
	[ ! -s wrong ] || { cat lossless wrong; fail "$cc $flags: wrong lines without the program"; }
}
for_each_build without_program
