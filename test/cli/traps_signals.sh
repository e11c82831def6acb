# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# sites=trap: a program that blocks all signals, in threads and handlers, and has an action of its
# own for SIGTRAP does what it does without coverage, whether it is recorded or not.
. "${0%/*}/lib.sh"

cat >sig.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int handled, trapped;
static int in_handler(int x)
{
	if (x == SIGUSR1)
		handled++;
	return x + 1;
}
static void on_usr1(int sig) { in_handler(sig); }
static void on_own_trap(int sig) { trapped += sig == SIGTRAP; }
static int blocked(int x)
{
	int s = 0;
	for (int i = 0; i < x; i++)
		s += i & 1 ? 3 : 7;
	return s;
}
static int in_thread(int x) { return x > 3 ? x * 2 : x; }
static void *thread(void *p)
{
	sigset_t all;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	return (void *)(long)in_thread((int)(long)p);
}
static int in_child(int x) { return x ? 3 : 4; }
static int after_signal(int x) { return x + 2; }
int never(int x) { return x + 3; }
int main(void)
{
	struct sigaction a;
	sigset_t all, none;
	pthread_t t[4];
	int status;

	memset(&a, 0, sizeof(a));
	a.sa_handler = on_usr1;
	sigfillset(&a.sa_mask);
	sigaction(SIGUSR1, &a, NULL);
	signal(SIGTRAP, on_own_trap);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	printf("%d\n", blocked(5));
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, thread, (void *)(long)(i + 2));
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	raise(SIGUSR1);
	sigfillset(&none);
	sigdelset(&none, SIGUSR1);
	sigsuspend(&none);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	raise(SIGTRAP);
	__asm__ volatile("int3");
	printf("%d %d\n", handled, trapped);
	pid_t pid = fork();
	if (!pid)
		_exit(in_child(1));
	waitpid(pid, &status, 0);
	printf("%d\n", WEXITSTATUS(status));
	pid = vfork();
	if (!pid)
		_exit(in_child(0));
	waitpid(pid, &status, 0);
	printf("%d %d\n", WEXITSTATUS(status), after_signal(1));
	fflush(stdout);
	signal(SIGTRAP, SIG_DFL);
	pid = fork();
	if (!pid) { raise(SIGTRAP); _exit(9); }
	waitpid(pid, &status, 0);
	printf("%d\n", WIFSIGNALED(status) ? WTERMSIG(status) : -1);
	return 0;
}
END

# tries COMPILER FLAGS
tries()
{
	compiler=$1
	shift
	rm -rf data
	"$compiler" "$@" -pthread sig.c -o plain
	expect 0 ./plain
	cp out plain.out
	# shellcheck disable=SC2046
	"$compiler" -g "$@" -pthread $("$ANYCOV" flags --cc "$compiler" --sites trap) sig.c -o prog \
		$("$ANYCOV" flags --cc "$compiler" --sites trap --link -- "$@") || fail "$compiler $*"
	expect 0 ./prog
	cmp out plain.out || fail "$compiler $*: not recorded"
	expect 0 "$ANYCOV" run -o data ./prog
	cmp out plain.out || fail "$compiler $*: recorded"
	expect 0 "$ANYCOV" report data --json --allow-incomplete
	python3 - >states <<'END'
import json
for f in [f for i in json.load(open("out"))["images"] for f in i["functions"]]:
    print(f["name"], f["state"])
END
	for function in blocked in_thread in_handler in_child after_signal; do
		has states "$function covered"
	done
	has states "never not covered"
	tried=1
}

tried=
case $(uname -m) in
x86_64) ;;
*) lacks "an x86-64 machine: the program has an int3 of its own" ;;
esac
for cc in $GCC; do
	have $cc || continue
	tries $cc -O0
	tries $cc -O2
	tries $cc -O2 -static
done
[ -n "$tried" ] || lacks "a plugin for gcc"
