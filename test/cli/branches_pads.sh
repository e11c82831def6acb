# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# clang, C++: which of several calls with one landing pad threw is known, at any level.
. "${0%/*}/lib.sh"

clangxx=$(echo "$CLANG" | sed 's/clang/clang++/')
[ -n "$CLANG" ] && have "$CLANG" && needs "$clangxx" || lacks "a clang++ with a plugin"

cat >p.cc <<'END'
extern "C" int puts(const char *);
struct Guard {
	int n;
	~Guard() { puts(n > 5 ? "large" : "small"); }
};
__attribute__((noinline)) static int may(int n)
{
	if (n == 3)
		throw 3;
	return n;
}
__attribute__((noinline)) static int four(int a)
{
	Guard guard = { a };
	int s = may(a);

	s += may(a + 1);
	s += may(a + 2);
	s += may(7);
	return s;
}
__attribute__((noinline)) static int caught(int a)
{
	try {
		int s = may(a);

		s += may(a + 3);
		return s + may(6);
	} catch (int e) {
		return e;
	}
}
int main()
{
	int s = caught(0) + caught(3);

	for (int i = 2; i < 5; i++)
		try {
			s += four(i);
		} catch (int e) {
			s += e;
		}
	return s == 34 ? 0 : s;
}
END
cat >outcomes.py <<'END'
import json
import sys

lines = json.load(open(sys.argv[1]))["images"][0]["files"][0]["lines"]
got = {l["line"]: [o["state"] for b in l["branches"] for o in b["outcomes"]]
       for l in lines if l.get("branches")}
assert not any("unknown" in states for states in got.values()), got
thrown = {15: 1, 17: 1, 18: 0, 19: 0, 25: 1, 27: 1, 28: 0, 39: 1}
for line, n in thrown.items():
    normal = 0 if line in (27, 28) else 1
    assert got[line].count("covered") == normal + n, (line, got)
END
for level in -O0 -O1 -O2 -O3; do
	"$ANYCOV" cc "$clangxx" "$level" -g p.cc -o p
	expect 0 "$ANYCOV" run -o d ./p
	expect 0 "$ANYCOV" report --throw-branches --json -o r.json d
	python3 outcomes.py r.json || fail "$level: other outcomes"
done
