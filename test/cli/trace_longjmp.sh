# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Traces and unique sets of a program that leaves calls by longjmp(), some of them in a loop: the
# report is that of flags.
. "${0%/*}/traces_lib.sh"

cat >jump.c <<'EOF'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;
static volatile int turns;
__attribute__((noinline)) static void leave(int how)
{
	if (how % 2)
		longjmp(env, how);
	puts("leave returns");
}
__attribute__((noinline)) static void second(int how)
{
	int n = 0;

	while (n < 3) {
		if (n == 2)
			leave(how);
		n++;
	}
	if (how > 5)
		puts("big");
	puts("second ends");
}
__attribute__((noinline)) static void third(int how)
{
	leave(how | 1);
	puts("third ends");
}
int main(int argc, char **argv)
{
	(void)argv;
	switch (setjmp(env)) {
	case 0:
		break;
	case 7:
		puts("never");
		return 1;
	default:
		turns++;
	}
	if (turns < 3)
		second(argc + turns);
	if (turns < 5)
		third(turns);
	puts("main ends");
	return 0;
}
EOF
run()
{
	build $1 jump.c
	recorded all all "" ""
	for line in "8 1" "9 1" "18 1" "21 0" "22 1" "36 0" "39 1" "46 1"; do
		grep -qx "$line" all.lines || { cat all.lines; fail "$1: not $line"; }
	done
	recorded flags flags "" ""
	true_of flags 5 47
	all_modes
}
for_each_compiler run
