# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An outcome of a header's branch is covered if any program covers it, also where the function's
# blocks differ; if the line's branches differ, they are listed one by one.
. "${0%/*}/lib.sh"
mkdir d
: >d/.anycov-data

# f is the same on line 2, and has a block more in b; g has another branch on line 9.
cat >a.spec <<END
image id=aa
function f file=h.h dir=$WORK line=1
block 0 probed succ=1,2 lines=2
block 1 probed exit lines=3
block 2 probed exit lines=4
flags 0,1,2
function g file=h.h dir=$WORK line=8
block 0 probed succ=1,2 lines=9
block 1 probed exit lines=10
block 2 probed exit lines=11
flags 0,1,2
END
cat >b.spec <<END
image id=bb
function f file=h.h dir=$WORK line=1
block 0 probed succ=1,2 lines=2
block 1 probed exit lines=3
block 2 probed succ=3 lines=4
block 3 probed exit lines=5
flags 0,1,2,3
function g file=h.h dir=$WORK line=8
block 0 probed succ=1,2 lines=9
block 1 probed succ=2,3 lines=9
block 2 probed exit lines=10
block 3 probed exit lines=11
flags 0,1,2,3
END
mkflags image a.spec d/a-aa.image
mkflags flags a.spec d/a-aa.flags hit=f:0,f:1,g:0,g:1
mkflags image b.spec d/b-bb.image
mkflags flags b.spec d/b-bb.flags hit=f:0,f:2,f:3,g:0,g:2
expect 0 "$ANYCOV" report --json -o r.json d
python3 - <<'END' || fail "merged branches"
import json
r = json.load(open("r.json"))["merged"]
lines = {x["line"]: [[o["state"] for o in b["outcomes"]] for b in x.get("branches", [])]
         for x in r["files"][0]["lines"]}
C, N = "covered", "not covered"
states = {x["line"]: x["state"] for x in r["files"][0]["lines"]}
assert states == {2: C, 3: C, 4: C, 5: C, 9: C, 10: C, 11: N}, states
assert lines[2] == [[C, C]], lines[2]
assert sorted(lines[9]) == [[C, N], [N, C], [N, N]], lines[9]
assert r["branches_total"] == {"total": 8, "covered": 4, "inferred": 4, "not_covered": 4, "unknown": 0}, r["branches_total"]
assert {f["name"]: f["branches"]["total"] for f in r["functions"]} == {"f": 2, "g": 6}
END
expect 0 "$ANYCOV" report --summary d
has out "branches 50.0% (4/8)"
# A branch of a line that is left out is, too.
printf 'int f(int x)\nint y = x ? // LCOV_EXCL_LINE\n' >h.h
expect 0 "$ANYCOV" report --summary d
has out "branches 33.3% (2/6)"
rm h.h
expect 0 "$ANYCOV" report --summary --function g d
has out "branches 33.3% (2/6)"
