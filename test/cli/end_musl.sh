# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# musl has no unwind tables: a program whose main() returns, or that calls exit() in calls of its own,
# has the states of the same program with glibc.  Where exit() is called below a function of musl, or of the program without a
# table, lines are unknown, and none is wrong.
. "${0%/*}/lib.sh"

needs musl-gcc musl-tools && have musl-gcc && have "$GCC" || exit 77
cat >ends.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *how;
static void late(void)
{
	puts("late");
}
static int compare(const void *a, const void *b)
{
	if (!strcmp(how, "compare"))
		exit(3);
	return *(const int *)a - *(const int *)b;
}
static void sort(int *v, size_t n)
{
	qsort(v, n, sizeof(*v), compare);
	puts("sorted");
}
__attribute__((noinline)) static void deep(int n)
{
	if (n)
		deep(n - 1);
	if (!n && !strcmp(how, "deep"))
		exit(3);
	puts("out");
}
int main(int argc, char **argv)
{
	int v[] = { 3, 1, argc };

	how = argc > 1 ? argv[1] : "";
	atexit(late);
	deep(4);
	sort(v, 3);
	puts("end");
	return 0;
}
END

# states COMPILER PRUNE WAY FLAG...: the states of lines, N STATE, in states
states()
{
	compiler=$1 prune=$2 way=$3
	shift 3
	rm -rf data
	expect 0 env ANYCOV_FLAGS="--prune $prune" "$ANYCOV" cc "$compiler" -g "$@" ends.c -o prog
	"$ANYCOV" run -o data ./prog "$way" >/dev/null 2>&1 || :
	"$ANYCOV" report data --json >json
	python3 - json <<'END' >states
import json, sys
for image in json.load(open(sys.argv[1]))["images"]:
	for line in image["files"][0]["lines"]:
		print(line["line"], line["state"])
END
}

for level in -O0 -O2 "-O2 -no-pie"; do
	for way in "" deep; do
		# shellcheck disable=SC2086
		states "$GCC" lossless "$way" $level
		mv states known
		# shellcheck disable=SC2086
		states musl-gcc lossless "$way" $level
		cmp -s states known || fail "$level $way: $(diff known states)"
	done
	for more in "" "-fno-asynchronous-unwind-tables -fno-unwind-tables"; do
		# shellcheck disable=SC2086
		states musl-gcc none compare $level
		mv states known
		# shellcheck disable=SC2086
		states musl-gcc lossless compare $level $more
		grep -q unknown states || fail "$level $more: nothing is unknown"
		grep -v unknown states | while read -r line state; do
			grep -qx "$line $state" known || grep -qx "$line unknown" known ||
				fail "$level $more: line $line is not $state"
		done || exit 1
	done
done
