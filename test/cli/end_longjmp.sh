# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Calls that longjmp() leaves are known, those of a process that SIGKILL ends and with hooks those of a
# second thread are not: what a report shows is true, and the rest is unknown.
. "${0%/*}/ends_lib.sh"

cat >jump.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static jmp_buf env;
static int ready[2];
__attribute__((noinline)) static void third(int x)
{
	if (x == 3)
		longjmp(env, 1);
	puts("third ends");
}
__attribute__((noinline)) static void second(int x)
{
	if (x > 7)
		puts("big");
	third(x);
	puts("second ends");
}
static void *thread(void *arg)
{
	if (arg) {
		if (write(ready[1], "", 1) == 1)
			pause();
	}
	puts("thread ends");
	return NULL;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t t;

	if (setjmp(env)) {
		puts("jumped");
		return 0;
	}
	if (x == 4) {
		char byte;

		if (pipe(ready) || pthread_create(&t, NULL, thread, &t) || read(ready[0], &byte, 1) != 1)
			return 1;
		usleep(300000); /* the thread is in pause() in every recording */
		exit(0);
	}
	if (x == 5)
		raise(SIGKILL);
	second(x);
	puts("main ends");
	return 0;
}
END
jump()
{
	record "$1" "$2 -pthread" jump.c 3
	unknown_within 15 21
	hasnt lossless.words "ended in a call"
	record "$1" "$2 -pthread" jump.c 4
	if [ -z "${ENDS_MODE-}" ]; then
		unknown_within 22 29
		hasnt lossless.words "ended in a call"
	else
		has lossless.words "processes ended in a call"
	fi
	record "$1" "$2 -pthread" jump.c 5 3 1
	killed="1 of 3 processes was killed"
	[ -z "${ENDS_MODE-}" ] || killed="1 process was killed"
	has lossless.words "$killed"
}
for_each_build jump
