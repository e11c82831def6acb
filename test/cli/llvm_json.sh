# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# --llvm-json has the structure of llvm-cov export of the same source, and its lines have the states
# that a reader of llvm-cov's segments finds in both.
. "${0%/*}/lib.sh"
unset COLUMNS
# The reader of LLVM's segments (LineCoverageStats): {path: {line: count}}.
cat >reader.py <<'END'
import json


def lines_of(segments):
    counts, wrapped, at = {}, None, 0
    for line in range(1, max(s[0] for s in segments) + 1 if segments else 1):
        here = []
        while at < len(segments) and segments[at][0] == line:
            here.append(segments[at])
            at += 1
        starts = [s[2] for s in here if s[3] and s[4] and not s[5]]
        skipped = here and not here[0][3] and here[0][4]
        if not skipped and ((wrapped and wrapped[3]) or starts):
            counts[line] = max(starts + ([wrapped[2]] if wrapped else []))
        wrapped = here[-1] if here else wrapped
    return counts


def read(path):
    data = json.load(open(path))
    assert data["type"] == "llvm.coverage.json.export", data["type"]
    one, = data["data"]
    return data, one, {f["filename"]: lines_of(f["segments"]) for f in one["files"]}
END

# Of what is known, unknown and not covered.
mkdir d
: >d/.anycov-data
cat >a.spec <<END
image
function main file=a.c dir=$WORK line=1
block 0 probed succ=1,2 lines=2
block 1 probed succ=2 lines=3
block 2 probed succ=3,4 lines=2,4
block 3 probed exit lines=5
block 4 probed exit lines=7
flags 0,1,2,3,4
function other file=a"<\.c dir=$WORK line=9
block 0 probed exit lines=10
flags 0
END
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1,main:2,main:3
printf 'int main(void)\n{abc\n\n{abcdef' >a.c
expect 0 "$ANYCOV" report -q --llvm-json a.json --lcov a.info d
cat >check.py <<'END'
import os
from reader import read
data, one, files = read("a.json")
name = os.getcwd() + "/a.c"
assert files == {name: {2: 1, 3: 1, 4: 1, 5: 1, 7: 0}, os.getcwd() + '/a"<\\.c': {10: 0}}, files
file, = [f for f in one["files"] if f["filename"] == name]
assert file["segments"][:6] == [[2, 1, 1, True, True, False], [2, 5, 0, False, False, False],
    [3, 1, 1, True, True, False], [3, 2, 0, False, False, False],
    [4, 1, 1, True, True, False], [4, 8, 0, False, False, False]], file["segments"]
assert one["totals"]["lines"] == {"count": 6, "covered": 4, "percent": 66.6666}, one["totals"]
assert one["totals"]["functions"] == {"count": 2, "covered": 1, "percent": 50}, one["totals"]
assert one["totals"]["branches"] == {"count": 3, "covered": 2, "notcovered": 1, "percent": 66.6666}
assert [(f["name"], f["count"], f["filenames"]) for f in one["functions"]] == \
    [("other", 0, [os.getcwd() + '/a"<\\.c']), ("main", 1, [name])], one["functions"]
assert one["functions"][1]["regions"] == [[1, 1, 7, 2, 1, 0, 0, 0]]
# What lcov reads, too.
lcov, path = {}, None
for row in open("a.info"):
    if row.startswith("SF:"):
        path = row[3:-1]
    elif row.startswith("DA:"):
        line, count = row[3:].split(",")
        lcov.setdefault(path, {})[int(line)] = int(count)
assert lcov == files, lcov
END
python3 check.py || fail "values"
if needs jq; then
	jq -e '.data[0].files | length == 2' a.json >/dev/null || fail jq
fi
expect 0 "$ANYCOV" report --llvm-json - d
cmp out a.json || fail "--llvm-json -"
# Unknown lines, functions and outcomes are omitted.
mkflags flags a.spec d/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report -q --llvm-json u.json d
python3 -c '
from reader import read
data, one, files = read("u.json")
assert list(files.values()) == [{}, {2: 1}] or list(files.values()) == [{2: 1}, {}], files
assert [f["name"] for f in one["functions"]] == ["main"], one["functions"]
assert one["totals"]["lines"]["count"] == 1, one["totals"]
' || fail "unknown"

# The structure of llvm-cov's.
cat >t.c <<'END'
#include <stdlib.h>

static int twice(int x)
{
	int y = 0;

	while (x > 0) {
		y += 2;
		x--;
	}
	return y;
}

int never(int x)
{
	if (x)
		return 1;
	return 2;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);

	if (n > 100)
		n = 100;
	if (argc > 2)
		return never(n);
	return twice(n) != 2 * n;
}
END
cat >compare.py <<'END'
import os
import sys
from reader import read

# What llvm-cov has and anycov does not know; its "mcdc" is of later versions.
MORE = {"mcdc", "mcdc_records"}


def kind(value):
    return float if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


def check(path, ours, theirs):
    assert kind(ours) == kind(theirs), (path, ours, theirs)
    if isinstance(ours, dict):
        assert set(ours) <= set(theirs) and set(theirs) - set(ours) <= MORE, (path, ours, theirs)
        for key in ours:
            check(path + "/" + key, ours[key], theirs[key])
    elif isinstance(ours, list) and ours and theirs:
        if path.endswith("segments") or path.endswith("regions"):
            assert {len(x) for x in ours} == {len(x) for x in theirs}, path
        check(path + "[]", ours[0], theirs[0])


ours, one, files = read("ours.json")
theirs, other, llvm = read("theirs.json")
check("", ours, theirs)
mine, = [v for k, v in files.items() if k.endswith("/t.c")]
want, = [v for k, v in llvm.items() if k.endswith("/t.c")]
both = set(mine) & set(want)
# A function begins at its name here, and at its brace there.
assert set(mine) - set(want) <= {3, 14, 21} and len(both) >= 14, (mine, want)
assert {n: mine[n] > 0 for n in both} == {n: want[n] > 0 for n in both}, (mine, want)
names = {f["name"].split(":")[-1]: f["count"] > 0 for f in one["functions"]}
assert names == {f["name"].split(":")[-1]: f["count"] > 0 for f in other["functions"]}, names
assert one["totals"]["functions"] == {**other["totals"]["functions"], "percent": 66.6666}
END
for v in 14 19 22; do
	have clang-$v && needs llvm-cov-$v && needs llvm-profdata-$v || continue
	clang-$v -fprofile-instr-generate -fcoverage-mapping t.c -o native 2>err ||
		{ echo "missing: profile runtime of clang-$v"; continue; }
	LLVM_PROFILE_FILE=native.raw ./native 3
	llvm-profdata-$v merge native.raw -o native.prof
	llvm-cov-$v export ./native -instr-profile native.prof >theirs.json
	"$ANYCOV" cc clang-$v -g -O0 t.c -o t
	rm -rf rec
	expect 0 "$ANYCOV" run -o rec ./t 3
	expect 0 "$ANYCOV" report -q --no-build --llvm-json ours.json rec
	python3 compare.py || fail "clang-$v"
	echo "compared with llvm-cov-$v"
done
