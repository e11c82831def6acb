# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Traces of the source with --prune none: what follows a call in its block is covered only if the
# call returned, by longjmp(), exit() or at the end of a function, as in a report of flags.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE

cat >p.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static int n;
__attribute__((noinline)) static void leave(void) { longjmp(env, 1); }
__attribute__((noinline)) static void goes(void) { n++; }
__attribute__((noinline)) static void f(void)
{
	goes();
	leave();
	n = 7;
	goes();
}
__attribute__((noinline)) static void g(void)
{
	goes();
	n += 3;
	goes();
}
__attribute__((noinline)) static void h(int x)
{
	if (x)
		exit(3);
	n = 9;
}
__attribute__((noinline)) static void end(int x)
{
	h(x);
	n = 2;
}
int main(int c, char **v)
{
	(void)v;
	if (!setjmp(env))
		f();
	g();
	end(c);
	n = 4;
	return 0;
}
END
tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	for flags in "--for trace --place early --prune none" "--for report"; do
		for level in -O0 -O2; do
			rm -rf data
			ANYCOV_FLAGS=$flags expect 0 "$ANYCOV" cc "$cc" -g $level p.c -o p
			"$ANYCOV" run -o data ./p || [ $? -eq 3 ]
			expect 0 "$ANYCOV" report --no-build --lcov t.info data
			lines covered 5 6 9 10 16 17 18 22 23 28 34 35 36 37
			lines uncovered 11 12 24 29 38 39
			tried=1
		done
	done
done
[ "$tried" ] || lacks "a compiler with a plugin"
