# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Which call of a function did not return is known by its line number: programs compiled without -g
# have them, and of one with -g0 the report says what is missing.
. "${0%/*}/ends_lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"

cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static volatile int sum;
__attribute__((noinline)) static void may_end(int x)
{
	if (x == 2)
		exit(0);
	sum++;
}
__attribute__((noinline)) static void choose(int x)
{
	switch (x) {
	case 1:
		may_end(1);
		if (sum == 77)
			puts("77");
		break;
	case 2:
		may_end(2);
		if (sum == 78)
			puts("78");
		break;
	case 3:
		may_end(3);
		if (sum == 79)
			puts("79");
		break;
	}
	sum++;
}
int main(int argc, char **argv)
{
	choose(1);
	choose(atoi(argv[1]));
	return 0;
}
END
for build in "" -g -g0; do
	for level in -O0 -O2; do
		"$ANYCOV" cc $cc $build $level prog.c -o prog
		"$ANYCOV" run -o data ./prog 2
		"$ANYCOV" report data >text
		tr -s ' \n' ' ' <text >text.words
		if [ "$build" = -g0 ]; then
			has text.words "3 calls did not return: exit(), longjmp(), an exception, a signal; build with -g1, and keep the program: line numbers show which calls these are"
		else
			"$ANYCOV" report data --lcov info >/dev/null
			grep -q '^DA:24,0' info || { cat text; fail "$level $build: the call that nothing executed"; }
			hasnt text.words "-g1"
		fi
	done
done

# The startup code calls main(), has no flags and no lines, and is among these calls if a walk does
# not end at main(): no line number is missing for it.
cat >startup.py <<'END'
"""startup.py FILE START: adds the call in _start, 33 bytes from there, to the table of cuts."""
import struct, sys
path, start = sys.argv[1], int(sys.argv[2], 16)
data = bytearray(open(path, "rb").read())
at_flags, = struct.unpack_from("<Q", data, 16)
at = at_flags - 16
while struct.unpack_from("<Q", data, at)[0]:
    at -= 16
struct.pack_into("<QII", data, at, start + 33, 33, 34)
open(path, "wb").write(data)
END
"$ANYCOV" cc $cc -g -O0 prog.c -o prog
"$ANYCOV" run -o data ./prog 2
python3 startup.py data/*.flags "$(nm prog | sed -n 's/ T _start$//p')"
expect 0 "$ANYCOV" dump data/*.flags
has out "4 calls that did not return"
expect 0 "$ANYCOV" report data
hasnt out "-g1"
