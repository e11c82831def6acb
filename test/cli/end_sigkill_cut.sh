# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A function that a process left by exit(), and another process that SIGKILL ends elsewhere: what
# the report knew of the function without the second process it knows with it.
. "${0%/*}/ends_lib.sh"

cat >cut.c <<'END'
#include <signal.h>
#include <stdlib.h>
static volatile int sum;
__attribute__((noinline)) static int half(int n)
{
	return n / 2;
}
__attribute__((noinline)) static void stop(int n)
{
	if (n > 4)
		exit(3);
}
__attribute__((noinline)) static void serve(int n)
{
	for (int i = 0; i < n; i++) {
		if (half(i)) {
			sum += half(i + 1);
			sum++; /* after a call */
		} else if (half(n) > 100) {
			sum--; /* never */
		}
		stop(i);
		sum++; /* after stop() */
	}
	sum = 0; /* after the loop */
}
__attribute__((noinline)) static void kill_me(void)
{
	sum = half(8);
	raise(SIGKILL);
}
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		kill_me();
	else
		serve(10);
	return 0;
}
END

kills()
{
	cc=$1 flags=$2
	# shellcheck disable=SC2046,SC2086
	$cc -g $flags $("$ANYCOV" flags --cc $cc $place) cut.c -o prog $("$ANYCOV" flags --cc $cc --link) ||
		fail "$cc $flags"
	rm -rf data
	"$ANYCOV" run -o data ./prog >run.out 2>&1 || :
	expect 0 "$ANYCOV" report data --lcov ended.info
	"$ANYCOV" run --append -o data ./prog killed >run.out 2>&1 || :
	expect 0 "$ANYCOV" report data --allow-incomplete --lcov all.info
	for name in ended all; do
		lines $name | awk -v from="$from" -v to="$to" '$1 >= from && $1 <= to' >$name.lines
	done
	grep -qx "$(grep -n 'never \*/' cut.c | cut -d: -f1) 0" ended.lines || fail "$cc $flags $place: no line is not covered"
	cmp -s ended.lines all.lines || { diff ended.lines all.lines; fail "$cc $flags $place: serve() is known less"; }
}

from=$(grep -n 'void serve' cut.c | cut -d: -f1)
to=$(grep -n 'after the loop' cut.c | cut -d: -f1)
for_each_build kills
