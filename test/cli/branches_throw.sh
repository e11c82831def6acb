# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# GCC, C++: which of several calls with one landing pad threw is known, as by gcov: no outcome is
# unknown, at any level.  Only --throw-branches has them; every format names them.
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

with_throws = sys.argv[3] == "with"


def add(to, line, outcomes):
    """outcomes: (covered, thrown) of one branch."""
    if with_throws or not any(thrown for _, thrown in outcomes):
        to.setdefault(line, []).extend(outcomes)


want, got = {}, {}
for line in json.load(gzip.open(sys.argv[2]))["files"][0]["lines"]:
    v = [(b["count"] > 0, b["throw"]) for b in line["branches"]]
    while v:    # a call that may throw has two, of which the second one is the throw
        n = 2 if len(v) > 1 and v[1][1] else 1
        add(want, line["line_number"], v[:n])
        v = v[n:]
for line in json.load(open(sys.argv[1]))["images"][0]["files"][0]["lines"]:
    for b in line.get("branches", []):
        assert all(o["state"] != "unknown" for o in b["outcomes"]), line
        add(got, line["line"], [(o["state"] == "covered", o.get("throw", False))
                                for o in b["outcomes"]])
assert len(want) > (9 if with_throws else 2), want
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
	python3 compare.py r.json ./*.gcov.json.gz without || fail "$level: other branches than $gcov's"
	grep -q '"throw"' r.json && fail "$level: a throw without the option"
	expect 0 "$ANYCOV" report --throw-branches --json -o t.json d
	python3 compare.py t.json ./*.gcov.json.gz with || fail "$level: other branches than $gcov's"
	python3 "${0%/*}/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" t.json || fail schema
done

# The formats.
expect 0 "$ANYCOV" report -q --lcov l.info --cobertura c.xml --html h d
expect 0 "$ANYCOV" report -q --throw-branches --lcov t.info --lcov-version 2 --cobertura t.xml --html t d
expect 0 "$ANYCOV" report -q --throw-branches --lcov t1.info d
cmp -s c.xml t.xml || fail "Cobertura has throws"
thrown=$(grep -c '^BRDA:[0-9]*,e' t.info)
[ "$thrown" -gt 0 ] && [ "$thrown" -eq "$(grep -o '"throw": *true' t.json | wc -l)" ] || fail "lcov: $thrown throws"
grep -q '^BRDA:[0-9]*,e' l.info t1.info && fail "lcov 1 has throws by name"
[ "$(grep -c '^BRDA' t.info)" -eq "$(grep -c '^BRDA' t1.info)" ] || fail "lcov 1 and 2 differ"
[ "$(grep -c '^BRDA' l.info)" -lt "$(grep -c '^BRDA' t.info)" ] || fail "lcov has throws"
grep -q 'by an exception to ' t/*.html t/*/*.html 2>/dev/null || fail "HTML has no throws"
grep -rq 'by an exception' h && fail "HTML has throws"

# Thresholds count what is listed.
cat >w.cc <<'END'
void may(int n) { if (n > 5) throw n; }
int main() { try { may(1); may(7); } catch (int) { return 0; } return 1; }
END
"$ANYCOV" cc "$gxx" -g w.cc -o w
expect 0 "$ANYCOV" run -o w.data ./w
expect 0 "$ANYCOV" report --no-build --summary --fail-under-branches 50 w.data
totals_line=$(cat out)
expect 0 "$ANYCOV" report --no-build --summary --throw-branches w.data
[ "$(cat out)" != "$totals_line" ] || fail "totals with throws: $totals_line"
