# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# C++: GCC makes no branch of an if that executes nothing, but its calls that may throw are branches: they
# are not taken for its conditions.
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
assert not lines.get(10) and not lines.get(12), lines
assert lines[14], lines
END
done
