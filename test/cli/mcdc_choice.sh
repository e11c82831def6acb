# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The conditions of ?: of which one result does nothing, as the last statement of a loop: what follows
# it is before it in the source, and its conditions are known all the same.
. "${0%/*}/lib.sh"

cat >choice.c <<'END'
static volatile int sum;
__attribute__((noinline)) static void f(int i)
{
	sum += i;
}
static void each(const int (*row)[2], int n)
{
	for (int i = 0; i < n;
	     i++)
		row[i][0] && row[i][1] ? f(i) : (void)0;
}
int main(void)
{
	static const int rows[3][2] = { { 1, 1 }, { 1, 0 }, { 0, 1 } };

	each(rows, 3);
	if (sum > 1)
		f(7);
	return sum;
}
END
tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	tried=1
	for level in -O0 -O2; do
		"$ANYCOV" cc "$cc" -g -w $level choice.c -o choice
		rm -rf data
		expect 0 "$ANYCOV" run -o data ./choice
		expect 0 "$ANYCOV" report --no-build --mcdc --json -o r.json data
		python3 - <<'END' || fail "$cc $level"
import json

(decision,) = [d for i in json.load(open("r.json"))["images"] for f in i["files"]
               for l in f["lines"] if l["line"] == 10 for d in l.get("decisions", [])]
assert [c["text"] for c in decision["conditions"]] == ["row[i][0]", "row[i][1]"], decision
lines = {l["line"]: l["state"] for i in json.load(open("r.json"))["images"] for f in i["files"]
         for l in f["lines"]}
assert (lines[4], lines[10], lines[18]) == ("covered", "covered", "not covered"), lines
for c in decision["conditions"]:
    assert c["true"]["state"] == c["false"]["state"] == "covered", decision
END
	done
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
