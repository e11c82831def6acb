# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Which call of a function did not return is known by its line number: programs compiled without -g
# have them, and of one with -g0 the report says what is missing.
. "${0%/*}/ends_lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"

cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static volatile int sum;
__attribute__((noinline)) static void may_end(int x)
{
	if (x == 2)
		exit(0);
	sum++;
}
__attribute__((noinline)) static void choose(int x)
{
	switch (x) {
	case 1:
		may_end(1);
		if (sum == 77)
			puts("77");
		break;
	case 2:
		may_end(2);
		if (sum == 78)
			puts("78");
		break;
	case 3:
		may_end(3);
		if (sum == 79)
			puts("79");
		break;
	}
	sum++;
}
int main(int argc, char **argv)
{
	choose(1);
	choose(atoi(argv[1]));
	return 0;
}
END
for build in "" -g -g0; do
	for level in -O0 -O2; do
		"$ANYCOV" cc $cc $build $level prog.c -o prog
		"$ANYCOV" run -o data ./prog 2
		"$ANYCOV" report data >text
		tr -s ' \n' ' ' <text >text.words
		if [ "$build" = -g0 ]; then
			has text.words "3 calls did not return: exit(), longjmp(), an exception, a signal; build with -g1, and keep the program: line numbers show which calls these are"
		else
			"$ANYCOV" report data --lcov info >/dev/null
			grep -q '^DA:24,0' info || { cat text; fail "$level $build: the call that nothing executed"; }
			hasnt text.words "-g1"
		fi
	done
done
