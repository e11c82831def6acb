# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Handlers of signals that siglongjmp() or _exit() leaves, on a stack of their own or not: the calls
# that they interrupt are known, and what a call that ended at any instruction leaves is never
# shown as known.
. "${0%/*}/ends_lib.sh"

cat >signal.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
static sigjmp_buf env;
static volatile int kind, spins, ends;
static char alternate[65536];
__attribute__((noinline)) static void leave(int x)
{
	if (x & 4)
		_exit(3);
	siglongjmp(env, 1);
}
static void handler(int sig)
{
	if (sig == SIGUSR2)
		puts("usr2");
	leave(kind);
	puts("handler ends");
}
/* No call in it: compilers know that it ends. */
__attribute__((noinline)) static int spin(int x)
{
	int i, sum = x;

	if (x > 1000)
		sum *= 3;
	for (i = 0; i < 2000000000 && !ends; i++) {
		spins = i;
		sum += i ^ x;
	}
	if (sum == 77)
		sum++;
	sum += 3;
	return sum;
}
__attribute__((noinline)) static int work(int x)
{
	int r = 0;

	if (x & 8)
		r = 2;
	r += spin(x);
	r += 4;
	return r;
}
__attribute__((noinline)) static int raises(int x)
{
	if (x > 100)
		puts("big");
	raise(SIGUSR1);
	puts("raised");
	return x;
}
__attribute__((noinline)) static void other(int x)
{
	if (x & 1)
		puts("odd");
	puts("other ends");
}
int main(int argc, char **argv)
{
	struct itimerval timer = { { 0, 0 }, { 0, 20000 } };
	stack_t stack = { .ss_sp = alternate, .ss_size = sizeof(alternate) };
	struct sigaction a;

	kind = argc > 1 ? atoi(argv[1]) : 0;
	memset(&a, 0, sizeof(a));
	a.sa_handler = handler;
	if (kind & 1) {
		sigaltstack(&stack, NULL);
		a.sa_flags = SA_ONSTACK;
	}
	sigaction(SIGALRM, &a, NULL);
	sigaction(SIGUSR1, &a, NULL);
	other(kind);
	if (!sigsetjmp(env, 1)) {
		if (kind & 2) {
			raises(kind);
		} else {
			setitimer(ITIMER_REAL, &timer, NULL);
			work(kind);
		}
		puts("main: returned");
	}
	other(kind);
	puts("main ends");
	return 0;
}
END
signals()
{
	for x in 0 1 2 3 4; do
		record "$1" "$2" signal.c $x
		unknown_within 15 91
		[ $(wc -l <unknown) -le 10 ] || { cat lossless; fail "$cc $flags $place: much is unknown"; }
		hasnt lossless.words "ended in a call"
	done
	# Several processes in one file.
	record "$1" "$2" signal.c 0 3 4
	hasnt lossless.words "ended in a call"
}
for_each_build signals
