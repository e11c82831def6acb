# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# GCC, C++: which of several calls with one landing pad threw is known, as by gcov: no outcome is
# unknown, at any level.
. "${0%/*}/lib.sh"

gxx=$(echo "$GCC" | sed 's/gcc/g++/') gcov=$(echo "$GCC" | sed 's/gcc/gcov/')
[ -n "$GCC" ] && have "$gxx" || lacks "a g++ with a plugin"
needs "$gcov" || exit 77
"$ANYCOV" flags --place early --cc "$GCC" >/dev/null 2>&1 || lacks "place=early of $GCC"

cat >b.cc <<'END'
extern "C" int puts(const char *);
struct Guard {
	int n;
	~Guard() { if (n > 5) puts("guard"); }
};
__attribute__((noinline)) static int may(int n)
{
	if (n == 3)
		throw 3;
	if (n == 4)
		throw "four";
	return n;
}
__attribute__((noinline)) static int three(int a)
{
	Guard guard = { a };
	int s = may(a);

	s += may(a + 1);
	s += may(a + 2);
	return s;
}
static int nested(int a)
{
	Guard outer = { a };

	try {
		Guard inner = { 7 };
		return may(a) + may(a + 2) + three(a + 3);
	} catch (int e) {
		return may(e + 5);
	}
}
int main()
{
	int s = 0;

	for (int i = 1; i < 5; i++) {
		try {
			s += three(i);
			s += may(i);
			s += nested(i - 3);
		} catch (int e) {
			s += e;
		} catch (const char *) {
			s += 100;
		}
	}
	return s > 0 ? 0 : nested(7);
}
END
cat >compare.py <<'END'
import gzip
import json
import sys

want, got = {}, {}
for line in json.load(gzip.open(sys.argv[2]))["files"][0]["lines"]:
    want.setdefault(line["line_number"], []).extend(
        "covered" if b["count"] else "not covered" for b in line["branches"])
for line in json.load(open(sys.argv[1]))["images"][0]["files"][0]["lines"]:
    for b in line.get("branches", []):
        got.setdefault(line["line"], []).extend(o["state"] for o in b["outcomes"])
assert len(want) > 9
for n in sorted(set(want) | set(got)):
    a, b = sorted(want.get(n, [])), sorted(got.get(n, []))
    assert a == b, (n, a, b)
END
mkdir g
"$gxx" --coverage -O0 b.cc -o g/b
./g/b >want || fail "the program fails"
"$gcov" -b --json-format g/*.gcda >/dev/null
for level in -O0 -O2 -O3; do
	"$ANYCOV" cc "$gxx" "$level" -g b.cc -o b
	"$ANYCOV" run -o d ./b >out || fail "$level: the program fails"
	cmp -s out want || fail "$level: other output"
	expect 0 "$ANYCOV" report --json -o r.json d
	python3 compare.py r.json ./*.gcov.json.gz || fail "$level: other branches than $gcov's"
done
