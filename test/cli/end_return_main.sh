# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process whose main() returns, or that calls exit() in main(), leaves nothing unknown.
. "${0%/*}/ends_lib.sh"

cat >main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int twice(int x)
{
	int i, sum = 0;

	if (x > 5)
		puts("big");
	for (i = 0; i < x; i++)
		sum += printf("%d\n", i) > 100;
	puts("after the loop");
	return sum;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;

	if (twice(x))
		puts("long");
	if (x == 2)
		puts("two");
	puts("main ends");
	if (x == 3)
		exit(0);
	return 0;
}
END
returns()
{
	record "$1" "$2" main.c 1 7
	all_known
	hasnt lossless.words "did not return"
	hasnt lossless.words "ended in a call"
}
for_each_build returns

exits()
{
	record "$1" "$2" main.c 3
	all_known
	hasnt lossless.words "ended in a call"
}
for_each_build exits
