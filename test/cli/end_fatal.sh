# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A signal ends the program, which has no action for it: the calls that it interrupts are known, as
# far as a call that ended at any instruction lets them be, and the program sees nothing of it: the
# action is the default one, and the process ends by the signal.
. "${0%/*}/ends_lib.sh"

cat >fatal.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int spins, sum, divisor, waits;
static volatile int *volatile nowhere;
__attribute__((noinline)) static int odd(int x)
{
	if (x & 1)
		return 3;
	return 4;
}
__attribute__((noinline)) static void other(int x)
{
	if (x & 1)
		sum += 3;
	sum += odd(x);
	puts("other ends");
}
/* No call in it: compilers know that it ends. */
__attribute__((noinline)) static int spin(int x)
{
	int i;

	if (x > 1000)
		sum *= 3;
	for (i = 0; i < 2000000000; i++) {
		spins = i;
		sum += i ^ x;
	}
	if (sum == 77)
		sum++;
	return sum;
}
/* Its blocks stay apart: a line after a fault in the same block is shown as covered. */
__attribute__((noinline)) static int fault(volatile int x)
{
	int r = 1;

	if (x == 2)
		r = *nowhere;
	if (x == 3)
		r = 7 / divisor;
	if (x == 4)
		__builtin_trap();
	sum += r;
	return r;
}
static void handler(int sig)
{
	if (sig == SIGUSR2)
		puts("usr2");
	raise(SIGTERM);
	puts("handler ends");
}
static void *wait_here(void *arg)
{
	waits = 1;
	pause();
	return arg;
}
__attribute__((noinline)) static void die(int x)
{
	struct itimerval timer = { { 0, 0 }, { 0, 20000 } };
	pthread_t thread;
	int pipes[2];

	if (x == 1)
		raise(SIGTERM);
	if (x >= 2 && x <= 4)
		fault(x);
	if (x == 5) {
		setitimer(ITIMER_REAL, &timer, NULL);
		spin(x);
	}
	if (x == 6 && !pipe(pipes)) {
		close(pipes[0]);
		sum += (int)write(pipes[1], "x", 1);
	}
	if (x == 7) {
		signal(SIGUSR1, handler);
		raise(SIGUSR1);
	}
	if (x == 8) {
		signal(SIGHUP, SIG_IGN);
		raise(SIGHUP);
		signal(SIGHUP, SIG_DFL);
		raise(SIGHUP);
	}
	if (x == 9 && !pthread_create(&thread, NULL, wait_here, NULL)) {
		while (!waits) usleep(1000); /* a line that is covered in any case */
		raise(SIGTERM);
	}
	puts("die ends");
}
__attribute__((noinline)) static void in_child(int x, int vforks)
{
	int status = 0;
	pid_t pid = vforks ? vfork() : fork();

	if (!pid) {
		die(x);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		printf("child: signal\n");
	other(x);
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;

	other(2);
	if (argc > 2)
		in_child(x, argv[2][0] == 'v');
	else
		die(x);
	other(4);
	puts("main ends");
	return 0;
}
END

signals()
{
	for x in 1 2 3 4 5 6 7 8 "1 f" "2 f" "5 f" "7 f" "8 f" "1 v"; do
		# Children of vfork() are seen with flags.
		[ -z "${ENDS_MODE-}" ] || [ "$x" != "1 v" ] || continue
		record "$1" "$2 -pthread" fatal.c "$x"
		hasnt lossless.words "killed"
		hasnt lossless.words "ended in a call"
		[ $(wc -l <unknown) -le 18 ] || { cat lossless unknown; fail "$cc $flags $place: much is unknown"; }
	done
	record "$1" "$2 -pthread" fatal.c 1 2 3 4 5 6 7 8 "1 f" "2 f" 0
	hasnt lossless.words "killed"
	record "$1" "$2 -pthread" fatal.c 9
	if [ -z "${ENDS_MODE-}" ]; then
		hasnt lossless.words "killed"
		hasnt lossless.words "ended in a call"
		[ $(wc -l <unknown) -le 18 ] || { cat lossless unknown; fail "$cc $flags $place: much is unknown"; }
	else
		# With hooks, what another thread did is not known.
		has lossless.words "processes ended in a call"
	fi
}
for_each_build signals
