# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A function of the program that a system header declares is the program's, at the line of its name.
. "${0%/*}/lib.sh"

cat >p.c <<'END'
#include <stdio.h>
#include <stdlib.h>

int puts(const char *s)
{
	return fputs(s, stdout);
}

FILE *
fopen(const char *name, const char *mode)
{
	return name && mode ? stdout : NULL;
}

int rand(void)
{
	return 1;
}

int main(int argc, char **argv)
{
	puts("p\n");
	return argc > 1 ? rand() : fopen(argv[0], "r") != stdout;
}
END
cat >functions.py <<'END'
import json
import sys

image = json.load(open(sys.argv[1]))["images"][0]
got = sorted((f["line"], f["name"], f["file"].split("/")[-1], f["state"])
             for f in image["functions"])
assert got == [(4, "puts", "p.c", "covered"), (10, "fopen", "p.c", "covered"),
               (15, "rand", "p.c", "not covered"), (20, "main", "p.c", "covered")], got
lines = {l["line"]: l["state"] for f in image["files"] for l in f["lines"]}
assert {4, 6, 10, 12, 15, 17, 20, 22, 23} <= set(lines), lines
assert [n for n in lines if lines[n] == "not covered"] == [15, 17], lines
END
for cc in $(with_clang $GCC); do
	for flags in "--place early -O0" "--place early -O2" "--place early -O2 -flto" "--place late -O0"; do
		place=${flags% -O*}
		"$ANYCOV" flags $place --cc "$cc" >/dev/null 2>&1 || continue
		ANYCOV_FLAGS=$place "$ANYCOV" cc "$cc" ${flags#"$place"} -g p.c -o p
		expect 0 "$ANYCOV" run -o d ./p
		expect 0 "$ANYCOV" report --json -o r.json d
		python3 functions.py r.json || fail "$cc $flags: other functions"
		hasnt out "Left out"
		tried=1
	done
done
[ "${tried-}" ] || lacks "a compiler"
