# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A tool that edits programs moves the note of the startup object, so that what it contains leads
# elsewhere: the program and its library run as before, and what they executed is recorded.
. "${0%/*}/lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"

cat >part.c <<'END'
int part(int x);
int part(int x)
{
	if (x > 1)
		return 5;
	return 6;
}
END
cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int part(int x);
int main(int argc, char **argv)
{
	printf("%d\n", part(argc));
	if (argc > 2)
		exit(1);
	return 0;
}
END
"$ANYCOV" cc $cc -shared -fPIC part.c -o libpart.so
"$ANYCOV" cc $cc prog.c -L. -lpart -Wl,-rpath,"$PWD" -o prog
cp prog prog.kept
cp libpart.so libpart.kept
# moved FILE BYTES: all that the note contains leads there
moved()
{
	objcopy --dump-section .note.anycov=note "$1"
	python3 - "$2" <<'END'
import struct, sys
data = open("note", "rb").read()
head = 12 + (struct.unpack_from("<I", data)[0] + 3) // 4 * 4
words = struct.unpack_from("<5q", data, head)
open("note", "wb").write(data[:head] + struct.pack("<5q", *(w + int(sys.argv[1]) for w in words))
                         + data[head + 40:])
END
	objcopy --update-section .note.anycov=note "$1"
}
for bytes in -8192 -64 -8 3 8 64 4096 1073741824; do
	for what in prog libpart.so "prog libpart.so"; do
		cp prog.kept prog
		cp libpart.kept libpart.so
		for file in $what; do
			moved $file $bytes
		done
		rm -rf data
		"$ANYCOV" run -o data ./prog >out || fail "$what moved by $bytes: status $?"
		has out 6
		"$ANYCOV" report data --allow-incomplete --lcov info >text 2>errors || { cat errors; fail "$what: report"; }
		grep -q '^DA:6,1' info || { cat text; fail "$what moved by $bytes: part() is not covered"; }
		"$ANYCOV" run --append -o data ./prog 1 2 >out && fail "$what moved by $bytes: exit()" || [ $? = 1 ]
		"$ANYCOV" report data --allow-incomplete --lcov info >text
		grep -q '^DA:5,1' info || { cat text; fail "$what moved by $bytes: part(3) is not covered"; }
	done
done
