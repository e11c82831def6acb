# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A static program has the report of the same program linked dynamically: main() returns, exit() is
# called in a call of its own or of the C library, a child ends, a program is executed.
. "${0%/*}/lib.sh"

cat >ends.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static const char *how;
static int compare(const void *a, const void *b)
{
	if (!strcmp(how, "compare"))
		exit(*(const int *)a);
	return *(const int *)a - *(const int *)b;
}
static void sort(int *v, size_t n)
{
	qsort(v, n, sizeof(*v), compare);
	puts("sorted");
}
static void usage(void)
{
	puts("usage");
	exit(2);
}
static void spawn(void)
{
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		usage();
		puts("never");
	}
	waitpid(pid, &status, 0);
	if (system("exit 3"))
		puts("executed");
}
int main(int argc, char **argv)
{
	int v[] = { 3, 1, argc };

	how = argc > 1 ? argv[1] : "";
	sort(v, 3);
	if (!strcmp(how, "usage")) {
		usage();
		puts("never");
	}
	if (!strcmp(how, "spawn"))
		spawn();
	puts("end");
	return 0;
}
END

# report COMPILER FLAGS WAY: the report of one run, in out
report()
{
	rm -rf data
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" cc $1 -g $2 ends.c -o prog
	"$ANYCOV" run -o data ./prog $3 >/dev/null || :
	expect 0 "$ANYCOV" report data
	grep -v '^anycov: ' out >"report$4"
}

tried=
for cc in $GCC $CLANG; do
	have $cc || continue
	for way in "" usage compare spawn; do
		for level in -O0 -O2; do
			report $cc "$level" "$way" 1
			[ -n "$way" ] || grep -q '^  lines .* 0  *[0-9]*$' out || fail "$cc $level: lines are unknown"
			for static in -static -static-pie; do
				report $cc "$level $static" "$way" 2
				cmp -s report1 report2 || fail "$cc $level $static $way: $(diff report1 report2)"
			done
		done
	done
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
