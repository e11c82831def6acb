# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A thread that is alive when another ends the process may be at any instruction, also of a function
# that calls nothing.  With flags its calls are known; with hooks what rests on the end of its calls is
# unknown, and the report says why.
. "${0%/*}/ends_lib.sh"

cat >alive.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int spins, running;
__attribute__((noinline)) static int spin(int x)
{
	int i, sum = x;

	if (x > 1000)
		sum *= 3;
	running = 1;
	for (i = 0; i < 2000000000; i++) {
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
static void *start(void *arg)
{
	work(*(int *)arg);
	puts("start ends");
	return arg;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t t;

	if (x == 4)
		return 0;
	if (pthread_create(&t, NULL, start, &x))
		return 1;
	do
		usleep(100);
	while (!running);
	if (x == 1)
		_exit(0);
	if (x == 2)
		exit(0);
	puts("main ends");
	return 0;
}
END
alive()
{
	for x in 0 1 2; do
		record "$1" "$2 -pthread" alive.c $x
		if [ -z "${ENDS_MODE-}" ]; then
			hasnt lossless.words "killed"
			hasnt lossless.words "ended in a call"
			unknown_within 8 43 # the thread's functions
		else
			has lossless.words "processes ended in a call"
			has lossless.words "maybe at any instruction of it"
		fi
	done
	# One process of which everything is known does not hide the other.
	record "$1" "$2 -pthread" alive.c 0 4
}
for_each_build alive
