# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A copy of an inline function whose code is in another unit (C99's inline) ran if it was inlined.
. "${0%/*}/lib.sh"

cat >h.h <<'END'
INLINE int digit(int c)
{
	if (c > 48)
		return 1;
	return 0;
}
END
printf '#define INLINE extern inline\nINLINE int digit(int);\n#include "h.h"\n' >unit.c
printf '#define INLINE inline\n#include "h.h"\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn digit(c);\n}\n' >main.c
n=0
for cc in $GCC $CLANG; do
	have $cc || continue
	n=$((n + 1))
	for options in -O0 -O2 "-O2 -flto"; do
		case "$cc $options" in clang*lto) continue ;; esac # needs its own linker
		rm -f -- *.o .anycov-build
		for f in unit main; do
			"$ANYCOV" cc $cc $options -c $f.c
		done
		"$ANYCOV" cc $cc $options unit.o main.o -o p
		expect 0 "$ANYCOV" run ./p
		expect 0 "$ANYCOV" report h.h
		grep -q '^ *3 + ' out || { cat out; fail "$cc $options: a line that ran"; }
		grep -q '^ *4 - ' out || { cat out; fail "$cc $options: a line that did not run"; }
	done
done
[ $n -gt 0 ] || lacks "a compiler with a plugin"
