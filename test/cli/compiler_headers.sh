# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Functions of the compiler's own headers, which clang gives no lines, are left out, as those of system
# headers are; not where nothing of the unit has lines, nor if --function names them.
. "${0%/*}/lib.sh"

cat >own.h <<'END'
#define OWN static inline __attribute__((always_inline, NODEBUG))
OWN int own_add(int a, int b) { return a + b; }
OWN int own_unused(int a) { return -a; }
END
cat >main.c <<'END'
#include "own.h"
int main(int argc, char **argv)
{
	if (argc > 5)
		return own_unused(argc);
	return own_add(argc, argc) != 2;
}
END

tried=
for cc in $CLANG; do
	have $cc || continue
	expect 0 "$ANYCOV" cc $cc -O2 -DNODEBUG=nodebug main.c -o with
	expect 0 "$ANYCOV" run -o data ./with
	expect 0 "$ANYCOV" report data
	totals functions 1 1
	has "$WORK/out" "Left out: 2 functions"
	hasnt "$WORK/out" "own_add"
	expect 0 "$ANYCOV" report data --function 'own_*'
	totals functions 1 2
	expect 0 "$ANYCOV" report data --json
	hasnt "$WORK/out" "own_add"

	expect 0 "$ANYCOV" cc $cc -O2 -g0 -DNODEBUG=nodebug main.c -o without
	expect 0 "$ANYCOV" run -o data0 ./without
	expect 0 "$ANYCOV" report --no-build data0
	totals functions 2 3
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for clang"
