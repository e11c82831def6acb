# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A call that only a process left which SIGKILL ended later shows nothing of what the others executed: of two
# calls in a line, it was not the one that they could have reached.
. "${0%/*}/ends_lib.sh"

cat >left.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
static jmp_buf env;
static volatile int sum;
__attribute__((noinline)) static void stop(int n)
{
	if (n > 7)
		longjmp(env, 1);
}
__attribute__((noinline)) static void one(void) { sum += 4; }
__attribute__((noinline)) static void two(void) { sum += 5; }
__attribute__((noinline)) static void serve(int n)
{
	if (n <= 5) {
		sum++; /* never */
		goto other;
	}
	stop(n); one(); return; other: stop(-n); if (sum & 1) one(); else two();
}
int main(int argc, char **argv)
{
	(void)argv;
	if (argc == 1)
		return 0;
	if (!setjmp(env))
		serve(9);
	raise(SIGKILL);
	return 0;
}
END
never=$(grep -n 'never \*/' left.c | cut -d: -f1)

kills()
{
	cc=$1 flags=$2
	# shellcheck disable=SC2046,SC2086
	$cc -g -w $flags $("$ANYCOV" flags --cc $cc $place) left.c -o prog $("$ANYCOV" flags --cc $cc --link) ||
		fail "$cc $flags"
	rm -rf data
	"$ANYCOV" run -o data ./prog >run.out 2>&1 || :
	"$ANYCOV" run --append -o data ./prog killed >run.out 2>&1 || :
	expect 0 "$ANYCOV" report data --allow-incomplete --lcov all.info
	! lines all | grep -qx "$never 1" || fail "$cc $flags $place: line $never is covered"
}
for_each_build kills
