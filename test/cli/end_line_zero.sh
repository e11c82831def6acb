# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A call that did not return and has no line, in a program with debug information: the report does not
# advise to build with it.
. "${0%/*}/lib.sh"

cat >p.c <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void stop(int x)
{
	if (x > 1)
		exit(0);
}
__attribute__((noinline)) static int f(int x)
{
	x++;
	if (__builtin_expect(x > 0, 0))
#line 0 "p.c"
		stop(x);
#line 13 "p.c"
	else
		x += 4;
	x += 2;
	return x;
}
int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", f(argc - 1));
	return f(argc + 2);
}
END
tried=
for cc in $(with_clang $GCC); do
	"$ANYCOV" cc "$cc" -O2 -g p.c -o p
	expect 0 "$ANYCOV" run -o d ./p
	expect 0 "$ANYCOV" report d
	reason "calls did not return"
	hasnt "$WORK/words" "build with -g1"
	tried=1
done
[ "$tried" ] || lacks "a compiler"
