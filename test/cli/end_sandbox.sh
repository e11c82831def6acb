# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program that allows itself few system calls, and that any other one would kill, ends as it does
# without anycov, and its calls are known.
. "${0%/*}/ends_lib.sh"

cat >sandbox.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sandbox.h"
__attribute__((noinline)) static void leave(const char *how)
{
	if (!strcmp(how, "exit"))
		exit(3);
	if (!strcmp(how, "now"))
		_exit(3);
	if (write(1, "end\n", 4) != 4)
		abort(); /* never */
}
int main(int argc, char **argv)
{
	if (argc < 2 || forbid())
		return 77;
	leave(argv[1]);
	return 3; /* returns */
}
END
never=$(grep -n never sandbox.c | cut -d: -f1)
returns=$(grep -n returns sandbox.c | cut -d: -f1)
some=
for cc in $GCC $(clangs); do
	have $cc || continue
	"$ANYCOV" cc $cc -O1 -I"${0%/*}" sandbox.c -o sandbox
	for how in return exit now; do
		rm -rf data
		status=0
		"$ANYCOV" run -o data ./sandbox $how >out || status=$?
		[ $status != 77 ] || lacks "seccomp"
		[ $status = 3 ] || fail "$cc $how: status $status"
		expect 0 "$ANYCOV" report --no-build --lcov sandbox.info data
		lines sandbox >sandbox.lines
		# After a call that did not return, in the same block, nothing else shows.
		if [ $how = return ]; then
			grep -qx "$returns 1" sandbox.lines || fail "$cc: $returns is not covered"
		else
			! grep -qx "$returns 1" sandbox.lines || fail "$cc $how: $returns is covered"
		fi
		grep -qx "$never 0" sandbox.lines || fail "$cc $how: not $never 0"
	done
	some=yes
done
[ "$some" ] || lacks "a compiler with a plugin"
