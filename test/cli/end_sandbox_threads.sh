# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program with threads that allows itself few system calls, and that any other one would kill, ends
# as it does without anycov; that a thread was alive is said.
. "${0%/*}/ends_lib.sh"

cat >sandbox.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define MORE ALLOW(SYS_openat), ALLOW(SYS_read), ALLOW(SYS_close)
#include "sandbox.h"
static void *wait_on(void *arg)
{
	for (;;)
		pause();
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;

	if (argc < 2 || pthread_create(&t, NULL, wait_on, NULL) || forbid())
		return 77;
	if (!strcmp(argv[1], "exit"))
		exit(3);
	if (!strcmp(argv[1], "now"))
		_exit(3);
	return 3; /* returns */
}
END
returns=$(grep -n returns sandbox.c | cut -d: -f1)
some=
for cc in $GCC $(clangs); do
	have $cc || continue
	"$ANYCOV" cc $cc -O1 -pthread -I"${0%/*}" sandbox.c -o sandbox
	for how in return exit now; do
		rm -rf data
		status=0
		"$ANYCOV" run -o data ./sandbox $how >out || status=$?
		[ $status != 77 ] || lacks "seccomp"
		[ $status = 3 ] || fail "$cc $how: status $status"
		"$ANYCOV" report --no-build --allow-incomplete --lcov sandbox.info data >text
		lines sandbox >sandbox.lines
		if [ $how = return ]; then
			grep -qx "$returns 1" sandbox.lines || fail "$cc: $returns is not covered"
		else
			! grep -qx "$returns 1" sandbox.lines || fail "$cc $how: $returns is covered"
		fi
		tr -s ' \n' ' ' <text >words
		has words "a thread was alive"
	done
	some=yes
done
[ "$some" ] || lacks "a compiler with a plugin"
