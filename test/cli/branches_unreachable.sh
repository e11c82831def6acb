# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An outcome that leads to __builtin_unreachable() is not covered, as by gcov, and no other outcome
# of its branch is unknown because of it.
. "${0%/*}/lib.sh"

cat >u.c <<'END'
static int pick(int x)
{
	switch (x & 1) {
	case 0:
		return 1;
	case 1:
		return 2;
	}
	__builtin_unreachable();
}
static int at_most(int x)
{
	if (x > 100)
		__builtin_unreachable();
	return x + 1;
}
static int both(int x, int y)
{
	if (x < 0 || y < 0)
		__builtin_unreachable();
	return x > y;
}
int main(int argc, char **argv)
{
	(void)argv;
	return pick(argc) + at_most(argc) + both(argc, argc) - 4;
}
END
cat >outcomes.py <<'END'
import json
import sys

lines = json.load(open(sys.argv[1]))["images"][0]["files"][0]["lines"]
got = {l["line"]: sorted(o["state"] for b in l["branches"] for o in b["outcomes"])
       for l in lines if l.get("branches")}
none, yes = "not covered", "covered"
states = {l["line"]: l["state"] for l in lines}
assert [states[n] for n in (5, 7, 15, 21)] == [none, yes, yes, yes], states
assert got == {3: [yes, none, none], 13: [yes, none], 19: [yes, yes, none, none]}, got
END
tried=
for cc in $(with_clang $GCC); do
	"$ANYCOV" flags --place early --cc "$cc" >/dev/null 2>&1 || continue
	for level in -O0 -O2; do
		"$ANYCOV" cc "$cc" "$level" -g u.c -o u
		expect 0 "$ANYCOV" run -o d ./u
		expect 0 "$ANYCOV" report --json -o r.json d
		python3 outcomes.py r.json || fail "$cc $level: other outcomes"
		tried=1
	done
done
[ "$tried" ] || lacks "a compiler with place=early"
