# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A call that clang makes of a division and that does not return is found by its line, also where line tables
# have calls alone; other code without a line does not have that of the call before it.
. "${0%/*}/lib.sh"

cat >wide.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf back;
static void on(int s) { (void)s; siglongjmp(back, 1); }
unsigned __int128 r;
int main(int argc, char **argv)
{
	(void)argv;
	signal(SIGFPE, on);
	if (!sigsetjmp(back, 1)) {
		puts("before");
		r = r / (unsigned __int128)(argc - 1);
		puts("never");
		puts("never");
	}
	return 0;
}
END
printf 'void user(void);\nint n;\nvoid f(void)\n{\n\tuser();\n\tn = 3;\n}\n' >store.c
for cc in $(with_clang clang-14 clang-19 clang-22); do
	have "$cc" || continue
	"$ANYCOV" cc "$cc" -O0 -c store.c -o store.o
	readelf --debug-dump=decodedline store.o >lines
	grep -Eq '^store.c +0 ' lines || fail "$cc: the store has the line of the call"
	for optimize in -O0 -O2; do
		"$ANYCOV" cc "$cc" $optimize wide.c -o wide
		rm -rf data
		expect 0 "$ANYCOV" run -o data ./wide
		expect 0 "$ANYCOV" report data --lcov lcov
		grep -q '^DA:13,1' lcov || fail "$cc $optimize: the division is not covered"
		grep -q '^DA:15,0' lcov || fail "$cc $optimize: the code after it is covered"
	done
done
