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

	memset(&a, 0, sizeof(a));
	sigaction(sig, NULL, &a);
	if (a.sa_handler != SIG_DFL || a.sa_flags || !sigisemptyset(&a.sa_mask))
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
	if (sysv_signal(sig, SIG_DFL) != SIG_DFL || sigset(sig, SIG_DFL) != SIG_DFL)
		printf("%s: sysv_signal or sigset shows %d\n", who, sig);
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
#include <stdlib.h>
#include <unistd.h>
void with(void);
void without(void);
static void ignored(int sig)
{
	(void)sig;
}
int main(int argc, char **argv)
{
	struct sigaction odd = { .sa_handler = SIG_DFL, .sa_flags = SA_NODEFER | SA_RESETHAND };
	void *library = argc > 2 ? dlopen(argv[2], RTLD_NOW) : NULL;
	void (*plugin)(void) = library ? (void (*)(void))dlsym(library, "plugin") : NULL;
	char *const again[] = { "sh", "-c", "grep -E 'Sig(Cgt|Ign)' /proc/self/status", NULL };

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
	with();
	without();
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
"$ANYCOV" cc $cc -w -g -O1 main.c -L. -lwith -lwithout -Wl,-rpath,"$PWD" -o program
$cc -w -g -O1 main.c -L. -lwith -lwithout -Wl,-rpath,"$PWD" -o plain
"$ANYCOV" cc $cc -w -g -O1 -no-pie -fno-pie main.c -L. -lwith -lwithout -Wl,-rpath,"$PWD" -o fixed

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
