# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A static program whose processes end by _exit() or _Exit(), as children of servers do, has the report
# of the same program linked dynamically; one that defines _exit() itself calls that.
. "${0%/*}/lib.sh"

cat >ends.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int other(int x)
{
	if (x > 3)
		puts("many");
	fflush(stdout);
	return x;
}
static void leave(int x)
{
	other(x);
	if (x == 2)
		_exit(0);
	if (x == 3)
		_Exit(0);
	puts("stays");
}
static void serve(int x)
{
	leave(x);
	puts("served");
}
int main(int argc, char **argv)
{
	int i, status;

	for (i = 1; i < argc; i++) {
		if (!fork()) {
			serve(atoi(argv[i]));
			puts("child");
			fflush(stdout);
			_exit(0);
		}
		if (wait(&status) < 0 || status)
			return 1;
	}
	return 0;
}
END
cat >own.c <<'END'
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
void _exit(int status)
{
	for (;;)
		syscall(SYS_exit_group, status + 3);
}
int main(void)
{
	_exit(4);
}
END

# report COMPILER FLAGS ARGUMENTS: the report of one run, in report$4
report()
{
	rm -rf data
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" cc $1 -g $2 ends.c -o prog
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" run -o data ./prog $3
	expect 0 "$ANYCOV" report data
	grep -v '^anycov: ' out >"report$4"
}

tried=
for cc in $GCC $CLANG; do
	have $cc || continue
	for way in 1 2 3 "4 2 3"; do
		for level in -O0 -O2; do
			report $cc "$level" "$way" 1
			hasnt out "have not ended"
			for static in -static -static-pie; do
				report $cc "$level $static" "$way" 2
				cmp -s report1 report2 || fail "$cc $level $static $way: $(diff report1 report2)"
			done
		done
	done
	expect 0 "$ANYCOV" cc $cc -O1 -static own.c -o own
	expect 7 ./own
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
