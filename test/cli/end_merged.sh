# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Equal calls in arms of a switch remain calls of their own, so the address of one that did not return
# shows which it was, whichever arm it is in: only what follows that call in its arm is unknown.
. "${0%/*}/ends_lib.sh"

# program ARM: the call of case ARM does not return
program()
{
	sed "s/ARM$1/n = 5000/; s/ARM[12]/n += look(3)/" >merged$1.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static volatile int n;
__attribute__((noinline)) void fail(const char *why, long a, long b, long c, long d)
{
	n += *why + a + b + c + d;
	if (n > 1000)
		longjmp(env, 1);
}
__attribute__((noinline)) static int look(int x)
{
	if (x == 99)
		longjmp(env, 1);
	return x + n;
}
__attribute__((noinline)) static int pick(int x)
{
	switch (x) {
	case 1:
		ARM1;
		fail("same", 10, 11, 12, 13);
		break;
	case 2:
		ARM2;
		fail("same", 10, 11, 12, 13);
		break;
	case 3:
		n += look(4);
		n ^= 3;
		break;
	case 4:
		n = look(7);
		n ^= 7;
		break;
	}
	n++;
	if (look(x) > 20)
		n ^= 12;
	else
		n ^= 13;
	return n;
}
int main(int argc, char **argv)
{
	if (argc > 4)
		fail("other", 1, 2, 3, argc);
	if (!setjmp(env))
		pick(argc > 1 ? atoi(argv[1]) : 0);
	return 0;
}
END
}
merged()
{
	for arm in 1 2; do
		program $arm
		record "$1" "$2" merged$arm.c $arm 3 4
		for prune in lossless none; do
			awk '$1 == "lines" { exit $(NF - 1) > 1 }' $prune ||
				{ cat $prune; fail "$cc $flags $place, case $arm: more is unknown"; }
		done
	done
}
place="--place early"
tried=
for compiler in $GCC $(clangs); do
	have "$compiler" || continue
	tried=1
	for level in -O0 -O2 -Os; do
		merged "$compiler" $level
	done
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
