# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# C++: calls of an operand that may throw are no conditions, and GCC makes no branch of an if with one
# operand that executes nothing.
. "${0%/*}/lib.sh"

gxx=$(echo "$GCC" | sed 's/gcc/g++/')
[ -n "$GCC" ] && have "$gxx" || lacks "a g++ with a plugin"
cat >idle.cc <<'END'
__attribute__((noinline)) static bool is_odd(int n)
{
	if (n > 7)
		throw n;
	return n & 1;
}
static int f(int n)
{
	try {
		if (is_odd(n)) {
		}
		if (n > -1 && is_odd(n + 2))
			;
		if (is_odd(n + 1)) {
		} else {
			n++;
		}
	} catch (int) {
		n--;
	}
	return n;
}
int main()
{
	return f(1) + f(2) == 0;
}
END
for level in -O0 -O2; do
	"$ANYCOV" cc "$gxx" -g -w $level idle.cc -o idle
	rm -rf data
	expect 0 "$ANYCOV" run -o data ./idle
	expect 0 "$ANYCOV" report --no-build --mcdc --json -o r.json data
	python3 - <<'END' || fail "$gxx $level"
import json

lines = {l["line"]: l.get("decisions", []) for i in json.load(open("r.json"))["images"]
         for f in i["files"] for l in f["lines"]}
states = {n: [[t[v]["state"] for v in ("true", "false")] for d in lines.get(n, [])
              for t in d["conditions"]] for n in (10, 12, 14)}
lines = {l["line"]: l["state"] for i in json.load(open("r.json"))["images"] for f in i["files"]
         for l in f["lines"]}
assert [lines[n] for n in (5, 4, 12, 16, 19)] == [
    "covered", "not covered", "covered", "covered", "not covered"], lines
assert states == {10: [], 12: [["covered", "not covered"], ["covered", "covered"]],
                  14: [["covered", "covered"]]}, states
END
done
