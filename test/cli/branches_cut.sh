# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A condition whose call did not return has no outcome, and decides nothing of its decision: none is
# concluded from what else was not executed.
. "${0%/*}/lib.sh"

cat >cut.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static volatile int n, zero;
__attribute__((noinline)) static int check(int x)
{
	if (x > 7)
		longjmp(env, 1);
	return n + x;
}
__attribute__((noinline)) static int less(int x, int y)
{
	return x < y + zero;
}
__attribute__((noinline)) static void outcome(int x)
{
	if ((check(x) > 2 || less(x, 3)) && less(x, 4)) /* outcome */
		n += 4;
	n++;
}
__attribute__((noinline)) static void decision(int x)
{
	if ((less(9, x) || less(7, x)) && check(x & 9) == n + (x & 9))
		n += 4;
	n++;
}
int main(int argc, char **argv)
{
	if (!setjmp(env))
		outcome(argc + 7);
	decision(argc + 15);
	if (!setjmp(env))
		decision(argc + 7);
	return 0;
}
END
cat >outcomes.py <<'END'
import json
import sys

report = json.load(open(sys.argv[1]))["images"][0]
texts = open("cut.c").read().split("\n")
lines = {texts[l["line"] - 1].rpartition("/* ")[2]: l for f in report["files"] for l in f["lines"]
         if "/*" in texts[l["line"] - 1]}
taken = [o["state"] for b in lines["outcome */"]["branches"] for o in b["outcomes"]]
assert len(taken) == 6 and "covered" not in taken, taken
# Its evaluation with x == 8 ended in check().
conditions = [c for f in report["files"] for l in f["lines"] for d in l.get("decisions", [])
              for c in d["conditions"]]
shown = {c.get("text"): c["true"]["state"] for c in conditions}
assert shown["less(7, x)"] != "covered", shown
states = {l["line"]: l["state"] for f in report["files"] for l in f["lines"]}
assert [states[n] for n in (8, 17, 18, 24)] == [
    "covered", "covered", "not covered", "covered"], states
# What no evaluation reached is known.
assert taken.count("not covered") >= 5, taken
END
tried=
for cc in $(with_clang $GCC); do
	have "$cc" || continue
	for level in -O0 -O2; do
		for prune in none dom lossless; do
			ANYCOV_FLAGS="--for report --prune $prune" "$ANYCOV" cc "$cc" $level -w -g cut.c -o cut
			expect 0 "$ANYCOV" run -o data ./cut
			expect 0 "$ANYCOV" report --no-build --allow-incomplete --mcdc --json -o r.json data
			python3 outcomes.py r.json || fail "$cc $level $prune"
		done
	done
	tried=1
done
[ "$tried" ] || lacks "a compiler"
