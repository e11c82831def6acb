# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An assembly function saves a register above its own frame, in memory of its caller: it is lost, but
# no caller needs it to find its own, so all calls are known.
. "${0%/*}/ends_lib.sh"
[ "$(uname -m)" = x86_64 ] || lacks "x86-64"

cat >above.c <<'END'
#include <alloca.h>
#include <stdlib.h>
void save_above(int x);
void inner(int x);
__asm__(".text\n"
	".type save_above, @function\n"
	"save_above:\n"
	".cfi_startproc\n"
	"movq %rbx, 1032(%rsp)\n"
	".cfi_offset 3, 1024\n"
	"xorl %ebx, %ebx\n"
	"subq $8, %rsp\n"
	".cfi_adjust_cfa_offset 8\n"
	"call inner\n"
	"addq $8, %rsp\n"
	".cfi_adjust_cfa_offset -8\n"
	"movq 1032(%rsp), %rbx\n"
	".cfi_restore 3\n"
	"ret\n"
	".cfi_endproc\n"
	".size save_above, . - save_above\n");
__attribute__((noinline)) static int with_room(int x, size_t n)
{
	volatile char *room = alloca(n);

	room[0] = (char)x;
	save_above(x);
	x += room[0];
	return x;
}
void inner(int x)
{
	if (x == 2)
		exit(0);
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 1;

	x = with_room(x, 3000);
	return x == 0;
}
END
above()
{
	record "$1" "$2" above.c 2
	hasnt lossless.words "ended in a call"
}
for_each_build above
