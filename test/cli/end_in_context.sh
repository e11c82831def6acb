# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process that ends in a coroutine of makecontext(), by exit(), _exit() or a signal: its calls are
# known, as are those of the stack that it left.
. "${0%/*}/ends_lib.sh"

cat >within.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>
static ucontext_t home, task;
static sigjmp_buf back, there;
static char stack[65536];
static int jumps;
__attribute__((noinline)) static int other(int x)
{
	if (x & 1)
		puts("odd");
	puts("other ends");
	return x;
}
__attribute__((noinline)) static void leave(int x)
{
	other(x);
	if (x == 1)
		exit(0);
	if (x == 2)
		_exit(0);
	if (x == 3)
		raise(SIGTERM);
	puts("leave ends");
}
__attribute__((noinline)) static void work(int x)
{
	if (jumps && !sigsetjmp(there, 0))
		siglongjmp(back, 1);
	leave(x);
	puts("work ends");
}
static void start(int x)
{
	work(x);
	puts("start ends");
}
__attribute__((noinline)) static void go(void)
{
	if (jumps == 2)
		siglongjmp(there, 1);
	puts("go goes on");
}
__attribute__((noinline)) static void enter(int x)
{
	if (jumps && !sigsetjmp(back, 0))
		swapcontext(&home, &task);
	jumps *= 2;
	go();
	if (!jumps)
		swapcontext(&home, &task);
	puts("enter ends");
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;

	jumps = argc > 2;
	other(x);
	getcontext(&task);
	task.uc_stack.ss_sp = stack;
	task.uc_stack.ss_size = sizeof(stack);
	task.uc_link = &home;
	makecontext(&task, (void (*)(void))start, 1, x);
	enter(x);
	puts("main ends");
	return 0;
}
END
within()
{
	for x in 0 1 2 3 "1 jump" "2 jump" "3 jump"; do
		record "$1" "$2" within.c "$x"
		unknown_within 27 71
		hasnt lossless.words "ended in a call"
		hasnt lossless.words "have not ended"
		[ "$x" = 0 ] || ! grep -x '69 1' lossless.lines || fail "$x: main ended"
	done
}
for_each_build within
