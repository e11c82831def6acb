# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Lines after a call in its own block, after which nothing else is executed, are known although the
# call did not return once: covered if it ever did, not covered if not.
. "${0%/*}/ends_lib.sh"

cat >rest.c <<'END'
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
__attribute__((noinline)) static int row(int x)
{
	n += x;
	check(x);
	n += 2;
	check(x - 1);
	n += 3;     /* row */
	return n;   /* row */
}
__attribute__((noinline)) static void brace(int x)
{
	n += x;
	check(x + 1);
	n += 4;     /* brace */
}                   /* brace */
__attribute__((noinline)) static int arm(int x)
{
	if (x & 1) {
		check(x + 2);
		n += 5; /* arm */
	} else {
		n += 6;
	}
	return n;
}
__attribute__((noinline)) static void jump(int x)
{
	jmp_buf own;

	if (setjmp(own))
		return;
	check(x);
	n += 7;     /* row */
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		int x = atoi(argv[i]);

		if (!setjmp(env))
			row(x);
		if (!setjmp(env))
			brace(x);
		if (!setjmp(env))
			arm(x);
		if (!setjmp(env))
			jump(x);
	}
	return 0;
}
END
# states WORD STATE: each line with the comment is covered (1), not (0)
states()
{
	grep -n "/\* $1 \*/" rest.c | sed "s/:.*/ $2/" >expected
	sort expected | comm -13 lossless.lines - >differs
	[ ! -s differs ] || { cat lossless.lines differs; fail "$cc $flags: not $2: $1"; }
}
place="--place early"
tried=
for compiler in $GCC $(clangs); do
	have "$compiler" || continue
	tried=1
	for level in -O0 -O1 -O2 "-O2 -flto"; do
		# clang's needs a linker of its own.
		[ "$level" = "${level% -flto}" ] || [ "${compiler#clang}" = "$compiler" ] || level=-O3
		record "$compiler" "$level" rest.c "9 8"
		all_known
		states row 0 && states brace 0 && states arm 0
		record "$compiler" "$level" rest.c "7 8"
		all_known
		states row 1 && states brace 0 && states arm 0
		record "$compiler" "$level" rest.c "9 8" "5 8"
		all_known
		states row 1 && states brace 1 && states arm 1
	done
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
