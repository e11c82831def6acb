# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Threads that cannot be stopped when the process ends, or must not be: it ends as without anycov, in the
# same way and soon, and what is not known is not shown as known.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >odd.c <<'END'
#define _GNU_SOURCE
#include <alloca.h>
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile int ready, sum;
static const char *kind;
static int is(const char *name)
{
	return !strcmp(kind, name);
}
static void *waits(void *stack)
{
	char here;
	unsigned long all = -1ul;
	stack_t own = { .ss_size = 2048 };

	if (is("stack")) /* 4000 bytes of it are left */
		((volatile char *)alloca((size_t)(&here - (char *)stack) - 4000))[0] = 1;
	if (is("altstack")) {
		own.ss_sp = malloc(own.ss_size);
		sigaltstack(&own, NULL);
	}
	if (is("blocked"))
		syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, 8);
	ready = 1;
	if (is("vfork") && !vfork()) {
		usleep(300000);
		_exit(0);
	}
	pause();
	sum++;
	return stack;
}
static void *locks(void *arg)
{
	ready = 1;
	for (;;) {
		flockfile(stdout);
		usleep(500);
		funlockfile(stdout);
		usleep(10);
	}
	return arg;
}
static void *turns(void *arg)
{
	void *big = dlopen("./big.so", RTLD_NOW), *flags = dlopen("./flags.so", RTLD_NOW), *small;

	dlclose(big); /* the list of images has it, and the next one takes its place */
	small = dlopen("./small.so", RTLD_NOW);
	((int (*)(volatile int *))dlsym(small, "turn"))(&ready);
	return flags ? arg : NULL;
}
int main(int argc, char **argv)
{
	pthread_attr_t attributes;
	char *stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t;

	kind = argv[1];
	mprotect(stack, 4096, PROT_NONE);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack + 4096, 61440);
	pthread_create(&t, is("stack") ? &attributes : NULL, is("locks") ? locks : is("turns") ? turns : waits,
		       stack + 4096);
	while (!ready)
		usleep(100);
	usleep(20000);
	puts("end");
	fflush(stdout);
	if (argc > 2)
		_exit(5);
	return 5;
}
END
echo 'char room[1 << 21]; int big(void) { return room[5]; }' >big.c
echo 'int turn(volatile int *ready) { for (;;) *ready = 1; }' >small.c
echo 'int flags(int x) { return x > 3 ? x * 2 : 1; }' >flags.c
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
void _exit(int status)
{
	printf("ends\n");
	fflush(stdout);
	((void (*)(int))dlsym(RTLD_NEXT, "_exit"))(status);
	for (;;)
		;
}
END
for name in big small preload; do
	"$GCC" -w -O1 -shared -fPIC $name.c -o $name.so -ldl
done
"$ANYCOV" cc "$GCC" -w -O1 -shared -fPIC flags.c -o flags.so
"$ANYCOV" cc "$GCC" -w -g -O1 -pthread odd.c -o odd -ldl

preload=
# try KNOWN KIND HOW...: known: yes, or no, or any
try()
{
	known=$1
	shift
	begin=$(date +%s)
	# shellcheck disable=SC2086
	"$ANYCOV" run timeout -s KILL 30 env $preload ./odd "$@" >out.txt 2>&1 && status=0 || status=$?
	[ $status = 5 ] || { cat out.txt; fail "$*: status $status"; }
	[ $(($(date +%s) - begin)) -lt 20 ] || fail "$*: it took long"
	expect 0 "$ANYCOV" report --no-build --allow-incomplete
	tr -s ' \n' ' ' <out >words
	case $known in
	yes) hasnt words "ended in a call"; hasnt words "killed" ;;
	no) has words "1 of 1 processes ended in a call" ;;
	esac
}
for how in "" exits; do
	# shellcheck disable=SC2086
	{
		try yes waits $how
		try yes altstack $how
		try no stack $how
		try no blocked $how
		try any vfork $how
		try any turns $how
	}
done
preload=LD_PRELOAD=./preload.so
try no locks exits
grep -q ends out.txt || fail "the preloaded _exit() was not called"
