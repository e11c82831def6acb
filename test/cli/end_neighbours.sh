# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A signal interrupts a function whose first byte is where a call at the end of the function in
# front of it would go on: both are known in one file, whichever process comes first.
. "${0%/*}/ends_lib.sh"

cat >neighbours.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
static jmp_buf caller;
static sigjmp_buf before;
static volatile int n, is_odd, stops;
static void fail(void)
{
	longjmp(caller, 1);
}
static int work(int x)
{
	for (int i = 0; i < x; i++) {
		if (is_odd)
			n += 2;
		while (!stops)
			n++;
		n += 3;
	}
	n += 4;
	return n;
}
static void leave(int sig)
{
	(void)sig;
	siglongjmp(before, 1);
}
int main(int argc, char **argv)
{
	struct itimerval timer = { { 0, 0 }, { 0, 20000 } };

	if (argc > 1 && *argv[1] == 'f') {
		if (!setjmp(caller))
			fail();
		return 0;
	}
	signal(SIGVTALRM, leave);
	if (!sigsetjmp(before, 1)) {
		setitimer(ITIMER_VIRTUAL, &timer, NULL);
		work(4);
	}
	return 0;
}
END
neighbours()
{
	for order in "f w" "w f"; do
		# shellcheck disable=SC2086
		record "$1" "$2" neighbours.c $order
		unknown_within 12 46
		hasnt lossless.words "ended in a call"
	done
}
for_each_build neighbours
