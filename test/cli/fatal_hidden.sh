# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The calls that a signal interrupts are noted when it ends the program, and the program and its
# libraries do not see by what: all actions are the default ones, ignored signals stay ignored, and
# the process ends by each signal as it does without anycov.
. "${0%/*}/lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"

cat >look.h <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
void (*sysv_signal(int, void (*)(int)))(int);
void (*sigset(int, void (*)(int)))(int);
/* Prints each signal whose action is seen, or was changed by looking. */
static void look_at(int sig, const char *who)
{
	static const struct sigaction none;
	struct sigaction a;
	int i, masked;

	memset(&a, 0, sizeof(a));
	sigaction(sig, NULL, &a);
	/* Before 2.32 glibc leaves what was on its stack after the first 64 bits of the mask. */
	for (i = 1, masked = 0; i <= 64; i++)
		masked |= sigismember(&a.sa_mask, i) > 0;
	if (a.sa_handler != SIG_DFL || a.sa_flags || masked)
		printf("%s: sigaction shows %d: %x %d%d%d\n", who, sig, (unsigned)a.sa_flags,
		       a.sa_handler == SIG_DFL, sigismember(&a.sa_mask, sig),
		       sigismember(&a.sa_mask, 1 + sig % 31));
	a.sa_handler = SIG_IGN;
	sigemptyset(&a.sa_mask);
	a.sa_flags = SA_RESTART;
	if (sigaction(sig, &a, &a) || a.sa_handler != SIG_DFL)
		printf("%s: the same struct shows %d\n", who, sig);
	if (signal(sig, SIG_DFL) != SIG_IGN || signal(sig, SIG_DFL) != SIG_DFL)
		printf("%s: signal shows %d\n", who, sig);
#ifdef __GLIBC__
	if (sysv_signal(sig, SIG_DFL) != SIG_DFL || sigset(sig, SIG_DFL) != SIG_DFL)
		printf("%s: sysv_signal or sigset shows %d\n", who, sig);
#endif
	if (sigaction(sig, &none, NULL) || sigaction(sig, NULL, &a) || a.sa_handler != SIG_DFL)
		printf("%s: it is seen afterwards: %d\n", who, sig);
}
static void look(const char *who)
{
	int sig;

	for (sig = 1; sig < 32; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			look_at(sig, who);
}
END
cat >part.c <<'END'
#include "look.h"
void PART(void);
void PART(void)
{
	look(NAME);
}
END
cat >main.c <<'END'
#include "look.h"
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
void with(void);
void without(void);
static void ignored(int sig)
{
	(void)sig;
}
/* What does not end as by raise(). */
static int is_odd(const char *how)
{
	stack_t nowhere = { .ss_sp = (void *)4096, .ss_size = 65536 };
	siginfo_t info = { .si_signo = SIGSEGV, .si_code = SEGV_MAPERR };
	struct itimerval timer = { { 0, 0 }, { 0, 20000 } };
	struct timespec wait = { 1, 0 };
	sigset_t term, none;
	int status = 0;
	pid_t pid;

	sigemptyset(&none);
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	switch (*how) {
	case 's': /* the mask in which it waits is not the one that comes back */
	case 'p':
		sigprocmask(SIG_BLOCK, &term, NULL);
		raise(SIGTERM);
		if (*how == 's')
			sigsuspend(&none);
		else
			pselect(0, NULL, NULL, NULL, NULL, &none);
		return 1;
	case 'q': /* a fault that no instruction repeats */
		syscall(SYS_rt_tgsigqueueinfo, getpid(), (int)syscall(SYS_gettid), SIGSEGV, &info);
		return 1;
	case 'a': /* where the signals' own stack would be is nothing */
		sigaltstack(&nowhere, NULL);
		raise(SIGTERM);
		return 1;
	case 'c': /* a child that is process 1 of a container */
		if (unshare(CLONE_NEWPID))
			return 1;
		pid = fork();
		if (!pid)
			_exit(nanosleep(&wait, NULL) ? 5 : 6);
		usleep(200000);
		kill(pid, SIGTERM);
		waitpid(pid, &status, 0);
		printf("%x\n", (unsigned)status);
		return 1;
	case 'l': /* in the dynamic linker, maybe */
		setitimer(ITIMER_REAL, &timer, NULL);
		for (;;) {
			void *library = dlopen("./without.so", RTLD_NOW);

			if (library)
				dlclose(library);
		}
	}
	return 0;
}
int main(int argc, char **argv)
{
	struct sigaction odd = { .sa_handler = SIG_DFL, .sa_flags = SA_NODEFER | SA_RESETHAND };
	void *library = argc > 2 ? dlopen(argv[2], RTLD_NOW) : NULL;
	void (*plugin)(void) = library ? (void (*)(void))dlsym(library, "plugin") : NULL;
	char *const again[] = { "sh", "-c", "grep -E 'Sig(Cgt|Ign)' /proc/self/status", NULL };

	if (is_odd(argv[1]))
		return 3;
	if (atoi(argv[1]) > 0) {
		raise(atoi(argv[1]));
		return 3;
	}
	if (atoi(argv[1]) < 0) /* ignored when the program began */
		return signal(-atoi(argv[1]), SIG_DFL) != SIG_IGN;
	sigaddset(&odd.sa_mask, SIGUSR1);
	sigaction(SIGUSR2, &odd, NULL);
	signal(SIGCHLD, ignored);
	look("program");
#ifdef __GLIBC__
	with();
	without();
#endif
	if (plugin)
		plugin();
	printf("looked\n");
	fflush(stdout);
	execv("/bin/sh", again);
	return 1;
}
END
"$ANYCOV" cc $cc -w -g -O1 -fPIC -shared -DPART=with -DNAME='"library"' part.c -o libwith.so
"$ANYCOV" cc $cc -w -g -O1 -fPIC -shared -DPART=plugin -DNAME='"plugin"' part.c -o plugin.so
$cc -w -g -O1 -fPIC -shared -DPART=without -DNAME='"plain library"' part.c -o libwithout.so
"$ANYCOV" cc $cc -w -g -O1 main.c -L. -lwith -lwithout -Wl,-rpath,"$PWD" -ldl -o program
$cc -w -g -O1 main.c -L. -lwith -lwithout -Wl,-rpath,"$PWD" -ldl -o plain
"$ANYCOV" cc $cc -w -g -O1 -no-pie -fno-pie main.c -L. -lwith -lwithout -Wl,-rpath,"$PWD" -ldl -o fixed

cp libwithout.so without.so
for program in program fixed; do
	./plain 0 ./plugin.so >expected 2>&1
	"$ANYCOV" run ./$program 0 ./plugin.so >seen 2>&1
	cmp -s expected seen || { diff expected seen; fail "$program sees it"; }
	has seen looked
done

for sig in 1 2 3 4 5 6 7 8 10 11 12 13 14 15 16 24 25 26 27 29 30 31; do
	wanted=0
	(./plain $sig) >out 2>&1 || wanted=$?
	for program in program fixed; do
		got=0
		("$ANYCOV" run --append ./$program $sig) >out 2>&1 || got=$?
		[ "$wanted" = "$got" ] && [ "$got" = $((128 + sig)) ] || fail "$program, signal $sig: $got for $wanted"
	done
done
# odd PLAIN PROGRAM: both end in the same way
odd()
{
	for how in suspend pselect queue altstack container loading; do
		wanted=0 got=0
		(./$1 $how) >expected 2>&1 || wanted=$?
		(timeout 60 "$ANYCOV" run --append -o odd-data ./$2 $how) >out 2>&1 || got=$?
		sed -i '/^[A-Z]/d' expected out # the shell's words
		[ $wanted = $got ] && cmp -s expected out || { cat out; fail "$2 $how: $got for $wanted"; }
	done
}
odd plain program
odd plain fixed
if command -v musl-gcc >where; then
	musl-gcc -w -g -O1 -fPIC -shared -DPART=without -DNAME='"plain library"' part.c -o without.so
	musl-gcc -w -g -O1 main.c -o plain-musl
	"$ANYCOV" cc musl-gcc -w -g -O1 main.c -o musl
	odd plain-musl musl
fi
for sig in 1 2 13 15; do
	( trap '' $sig; "$ANYCOV" run --append ./program -$sig ) || fail "signal $sig is not ignored any more"
done
# No signal ends the first process of a container by default.
if unshare -pf true 2>/dev/null; then
	for program in plain program; do
		got=0
		"$ANYCOV" run --append unshare -pf ./$program 15 || got=$?
		[ $got = 3 ] || fail "$program as process 1: $got"
	done
fi
"$ANYCOV" report >text 2>errors || { cat text errors; fail "report"; }
hasnt text "killed"
