# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program that was installed and stripped, or removed after it ran, is found in the list of what was
# built, by its build ID, with its line numbers.  One that was built again since is not taken for it.
. "${0%/*}/lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"

mkdir -p tree/sub installed
cat >tree/prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static volatile int sum;
__attribute__((noinline)) static void may_end(int x)
{
	if (x == 2)
		exit(0);
	sum++;
}
int main(int argc, char **argv)
{
	switch (atoi(argv[1])) {
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
	}
	return 0;
}
END
cd tree
"$ANYCOV" cc $cc -O2 prog.c -o prog
"$ANYCOV" run ./prog 2
"$ANYCOV" report >text || fail "in its place"
sed -n '/^  lines/,/^Input/p' text >wanted
"$ANYCOV" report prog.c >text
grep -q '^ *16 - ' text && grep -q '^ *19 + ' text || { cat text; fail "states in its place"; }

# same WHAT: the report is that of the program in its place
same()
{
	"$ANYCOV" report >text 2>errors || { cat errors; fail "$1"; }
	sed -n '/^  lines/,/^Input/p' text >got
	diff wanted got || fail "$1: another report"
}
install -s prog ../installed/prog
"$ANYCOV" run ../installed/prog 2
same "stripped"
rm ../installed/prog
same "stripped and removed"
cp prog ../installed/prog
"$ANYCOV" run ../installed/prog 2
rm ../installed/prog
same "removed"
cd sub
"$ANYCOV" run -o ../anycov-data ../prog 2
"$ANYCOV" report ../anycov-data >text || fail "from below"
cd ..

install -s prog ../installed/prog
"$ANYCOV" run ../installed/prog 2
echo 'int more(void) { return 1; }' >>prog.c
"$ANYCOV" cc $cc -O2 prog.c -o prog
! "$ANYCOV" report >text 2>errors || { cat text; fail "another build was taken"; }
has errors "has no flags in its map"
