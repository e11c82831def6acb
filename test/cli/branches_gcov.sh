# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Branches of each line are gcov's at -O0, also in optimized code: as many outcomes, and no
# answer that contradicts gcov's counts.  By default no outcome is unknown, so each line has
# as many taken outcomes as gcov counts; with blocks alone some are.
. "${0%/*}/lib.sh"

[ -n "$GCC" ] && have "$GCC" || lacks "a gcc with a plugin"
gcov=$(echo "$GCC" | sed 's/gcc/gcov/')
needs "$gcov" || exit 77
"$ANYCOV" flags --place early --cc "$GCC" >/dev/null 2>&1 || lacks "place=early of $GCC"

cat >b.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static int loop(int x)
{
	int n = 0;

	while (x > 0 && x != 17) {
		if (x & 1)
			n++;
		x--;
	}
	do
		n += 2;
	while (n < x);
	return n;
}
static int pick(int a, int b, int c)
{
	if ((a && b) || c)
		return 1;
	for (int i = 0; i < a; i++)
		if (i == 3)
			break;
	switch (b) {
	case 1:
		return 4;
	case 2:
	case 3:
		return 5;
	default:
		break;
	}
	return a > 5 ? loop(a) : c < 0 ? loop(c) : 1;
}
static int never(int x)
{
	return x ? loop(x) : 3;
}
static jmp_buf back, again;
static __attribute__((noinline)) int leave(int x)
{
	if (x > 3)
		longjmp(back, x);
	return x;
}
static int returns(int x)
{
	volatile int n = 0;

	if (setjmp(back))
		return 1;
	n += leave(x);
	n += leave(x + 1);
	return n > 4 ? n : leave(n + 7);
}
static int two(int x)
{
	volatile int n = 0;

	if (setjmp(back) == 0)
		n += leave(x);
	if (setjmp(again))
		n++;
	return n;
}
static int one(int x)
{
	if (setjmp(back))
		return 1;
	return leave(x);
}
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 7)
		return never(argc);
	if (returns(argc) + two(5) + one(2) + one(9) < 0)
		return 2;
	if (pick(argc, 0, 0) + pick(6, 2, 0) + pick(1, 1, 0) + loop(5) < 0)
		exit(3);
	return 0;
}
END
cat >compare.py <<'END'
import collections
import gzip
import json
import sys

want = collections.defaultdict(list)
for line in json.load(gzip.open(sys.argv[2]))["files"][0]["lines"]:
    want[line["line_number"]] += [b["count"] > 0 for b in line["branches"]]
got = collections.defaultdict(list)
report = json.load(open(sys.argv[1]))["images"][0]
for line in report["files"][0]["lines"]:
    for b in line.get("branches", []):
        got[line["line"]] += [o["state"] for o in b["outcomes"]]
states = [s for line in got.values() for s in line]
total = report["branches_total"]
assert total["total"] == len(states) == sum(map(len, want.values())) == report["files"][0]["branches_total"]["total"]
for state, key in (("covered", "covered"), ("not covered", "not_covered"), ("unknown", "unknown")):
    assert states.count(state) == total[key] == sum(f["branches"][key] for f in report["functions"])
for n in sorted(set(want) | {n for n in got if got[n]}):
    a, b = got[n], want[n]
    assert len(a) == len(b), (n, a, b)
    taken = sum(b)
    assert a.count("covered") <= taken <= len(a) - a.count("not covered"), (n, a, b)
assert ("unknown" in states) == (sys.argv[3] == "blocks"), states
END
mkdir g
"$GCC" --coverage -O0 b.c -o g/b
./g/b
"$gcov" -b --json-format g/*.gcda >/dev/null
for level in -O0 -O2; do
	for probes in edges blocks; do
		options=
		[ "$probes" = edges ] || options="--for report --coverage flags"
		ANYCOV_FLAGS=$options "$ANYCOV" cc "$GCC" "$level" -g b.c -o b
		expect 0 "$ANYCOV" run -o d ./b
		expect 0 "$ANYCOV" report --json -o r.json d
		/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" \
			"$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" r.json || fail schema
		python3 compare.py r.json ./*.gcov.json.gz "$probes" ||
			fail "$level $probes: other branches than $gcov's"
	done
done
