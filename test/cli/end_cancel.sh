# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The calls of a thread that is cancelled are known, also those below a cleanup handler, a destructor
# and pthread_once(), from which the C library goes on by itself.  Where the thread could be cancelled
# at any instruction, nothing is known but in the function that it was in.
. "${0%/*}/ends_lib.sh"

cat >cancel.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int spins, running, x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static void cleanup(void *arg)
{
	puts("cleanup");
	pthread_mutex_unlock(arg);
}
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
	sum += 3;
	return sum;
}
__attribute__((noinline)) static void sleeps(int x)
{
	if (x > 100)
		puts("much");
	running = 1;
	for (;;)
		sleep(10);
}
__attribute__((noinline)) static void waits(int x)
{
	if (x > 100)
		puts("much");
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(cleanup, &lock);
	running = 1;
	while (x)
		pthread_cond_wait(&cond, &lock);
	pthread_cleanup_pop(1);
	puts("waited");
}
__attribute__((noinline)) static int work(int x)
{
	int r = 0;

	if (x & 8)
		r = 2;
	if (x == 1)
		sleeps(x);
	else if (x == 2)
		waits(x);
	else if (x == 3)
		r += spin(x);
	r += 4;
	return r;
}
static void *start(void *arg)
{
	if (x == 3)
		pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	work(x);
	puts("work ended");
	while (x == 4) {
		running = 1;
		pthread_testcancel();
	}
	puts("start ends");
	return arg;
}
__attribute__((noinline)) static void other(int x)
{
	if (x & 1)
		puts("odd");
	puts("other ends");
}
int main(int argc, char **argv)
{
	pthread_t t;

	x = argc > 1 ? atoi(argv[1]) : 0;
	other(x);
	if (pthread_create(&t, NULL, start, NULL))
		return 1;
	if (x) {
		do
			usleep(1000);
		while (!running);
		pthread_cancel(t);
	}
	pthread_join(t, NULL);
	other(x);
	puts("main ends");
	return 0;
}
END
cat >cancel2.cc <<'END'
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <unistd.h>
static std::once_flag flag;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static std::atomic<int> running;
static int arg;
struct Guard {
	int v;
	~Guard() { if (v) puts("guard"); }
};
__attribute__((noinline)) static void sleeper(int x)
{
	if (x > 100)
		puts("much");
	running = 1;
	sleep(20);
	puts("slept");
}
__attribute__((noinline)) static void guarded(int x)
{
	Guard g = { x };
	sleeper(x);
	puts("guarded: after");
}
static void callable(int x)
{
	puts("callable begins");
	guarded(x);
	puts("callable ends");
}
static void plain()
{
	puts("plain begins");
	guarded(arg);
	puts("plain ends");
}
__attribute__((noinline)) static void once(int x)
{
	Guard g = { x };
	if (x & 2)
		pthread_once(&control, plain);
	else
		std::call_once(flag, callable, x);
	puts("once ends");
}
static void *start(void *)
{
	once(arg);
	puts("start ends");
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t t;

	arg = argc > 1 ? atoi(argv[1]) : 0;
	if (pthread_create(&t, NULL, start, NULL))
		return 1;
	do
		usleep(1000);
	while (!running);
	pthread_cancel(t);
	pthread_join(t, NULL);
	puts("main ends");
	return 0;
}
END
cancels()
{
	for x in 1 2 4; do
		record "$1" "$2 -pthread" cancel.c $x
		unknown_within 30 83
		[ $(wc -l <unknown) -le 10 ] || { cat lossless; fail "$cc $flags $place: much is unknown"; }
		hasnt lossless.words "ended in a call"
	done
	record "$1" "$2 -pthread" cancel.c 3
	unknown_within 14 73
	hasnt lossless.words "ended in a call"
	record "$1" "$2 -pthread" cancel.c 0 1 2 3 4
	record "$1" "$2 -pthread" cancel.c 0
	all_known
	cxx=$(echo "$1" | sed 's/gcc/g++/; s/clang/clang++/')
	command -v $cxx >/dev/null || { echo "missing: $cxx"; return 0; }
	for x in 1 2; do
		record $cxx "$2 -pthread" cancel2.cc $x
		unknown_within 15 55
		hasnt lossless.words "ended in a call"
	done
}
for_each_build cancels
