# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --baseline: what changed since an earlier report, in text, --summary, JSON and HTML.
. "${0%/*}/lib.sh"

cat >old.spec <<END
image
function main file=src/a.c line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
function gone file=src/lib/gone.c line=1
block 0 probed exit lines=1,2
flags 0
function same file=src/lib/same.c line=1
block 0 probed exit lines=1
flags 0
END
sed 's/gone/new/g' old.spec >new.spec
for d in old new; do
	mkdir $d
	: >$d/.anycov-data
	mkflags image $d.spec $d/a-a1.image
done
mkflags flags old.spec old/a-a1.flags hit=main:0,main:1,same:0
mkflags flags new.spec new/a-a1.flags hit=main:0,main:1,main:2,new:0,same:0
expect 0 "$ANYCOV" report --json -o old.json old
expect 0 "$ANYCOV" report --json -o new.json new
mkdir reports
cp old.json reports/report.json

expect 0 "$ANYCOV" report --baseline old.json new
reason "since the baseline: lines +50.0 points (+3 covered, +0 in total), functions"
reason "; 1 file is new (src/lib/new.c); 1 file vanished (src/lib/gone.c)"
[ "$(awk 'length > 80' out | wc -l)" -eq 0 ] || { cat out; fail "more than 80 columns"; }
cp out text
expect 0 "$ANYCOV" report --baseline reports new
cmp out text || fail "a directory with report.json"
expect 0 "$ANYCOV" report --baseline new.json old
reason "since the baseline: lines -50.0 points (-3 covered, +0 in total)"
reason "; 1 file is new (src/lib/gone.c); 1 file vanished (src/lib/new.c)"
expect 0 "$ANYCOV" report --baseline old.json old
reason "since the baseline: lines unchanged, functions unchanged, branches unchanged"
hasnt out "vanished"
expect 0 "$ANYCOV" report --summary --baseline old.json new
[ "$(wc -l <out)" -eq 1 ] || fail "--summary is not one line"
has out "; since the baseline: lines +50.0 points (+3 covered, +0 in total), "

# 2 of 6 to 5 of 6 lines is exactly 50 points, although 5/6 - 2/6 in binary is less; down, too.
mkdir low high
for d in low high; do
	: >$d/.anycov-data
done
cp old/a-a1.image low/
cp old/a-a1.image high/
mkflags flags old.spec low/a-a1.flags hit=main:0,same:0
mkflags flags old.spec high/a-a1.flags hit=main:0,main:1,main:2,gone:0
expect 0 "$ANYCOV" report --json -o low.json low
expect 0 "$ANYCOV" report --json -o high.json high
expect 0 "$ANYCOV" report --summary --baseline low.json high
has out "lines +50.0 points (+3 covered, +0 in total)"
expect 0 "$ANYCOV" report --summary --baseline high.json low
has out "lines -50.0 points (-3 covered, +0 in total)"
# Less than a tenth of a point less has a sign, too: 1999 of 2000 to 2000 of 2002 lines.
for n in 2000 2002; do
	mkdir much$n
	: >much$n/.anycov-data
	{
		printf 'image\nfunction main file=src/a.c line=1\n'
		[ $n = 2000 ] && missed=2000 || missed=2001,2002
		echo "block 0 probed calls succ=1,2 lines=$(seq -s , 1 1999)$([ $n = 2000 ] || echo ,2000)"
		printf 'block 1 probed exit lines=%s\nblock 2 probed exit\nflags 0,1,2\n' $missed
	} >much.spec
	mkflags image much.spec much$n/a-a1.image
	mkflags flags much.spec much$n/a-a1.flags hit=main:0,main:2
	expect 0 "$ANYCOV" report --json -o much$n.json much$n
done
expect 0 "$ANYCOV" report --summary --baseline much2000.json much2002
has out "lines -0.0 points (+1 covered, +2 in total)"
expect 0 "$ANYCOV" report --summary --baseline much2002.json much2000
has out "lines +0.0 points (-1 covered, -2 in total)"

# JSON: the differences of the two documents' own numbers.
expect 0 "$ANYCOV" report --baseline old.json --json -o trend.json new
python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" trend.json ||
	fail "schema"
cat >compare.py <<'END'
import json
old, new, trend = (json.load(open(f)) for f in ("old.json", "new.json", "trend.json"))
b = trend.pop("baseline")
assert trend == new
old, new = old["images"][0], new["images"][0]
for what in ("lines", "functions", "branches"):
    x, y = old[what + "_total"], new[what + "_total"]
    for key in ("covered", "not_covered", "unknown", "total"):
        assert b[what][key] == y[key] - x[key], (what, key)
    points = 100 * (y["covered"] / y["total"] - x["covered"] / x["total"])
    assert abs(b[what]["points"] - points) < 1e-9
assert [f["path"] for f in b["files"]] == ["src/a.c"] and b["files"][0]["lines"]["covered"] == 1
assert b["new_files"] == ["src/lib/new.c"] and b["vanished_files"] == ["src/lib/gone.c"]
END
python3 compare.py || fail "JSON"
# One with a trend is a baseline, too.
expect 0 "$ANYCOV" report --summary --baseline trend.json new
has out "since the baseline: lines unchanged"

# So is one of the version before.
sed 's/anycov-report-3/anycov-report-2/' old.json >before.json
expect 0 "$ANYCOV" report --summary --baseline before.json new
has out "since the baseline: lines"

# What is no baseline: one sentence, and no page.
expect 0 "$ANYCOV" dump --json "$ANYCOV_SOURCE/test/cli/corpus/little.dump"
cp out dump.json
sed 's/anycov-report-3/anycov-report-1/' old.json >version.json
sed 's/"lines_total": {"total":[0-9]*/"lines_total": {"total":1/' old.json >damaged.json
sed 's,src/,elsewhere/,g' old.json >elsewhere.json
head -c 300 old.json >cut.json
printf '\033[2J' >controls.json
echo '{"schema": "anycov-report-3"}' >empty.json
echo '{"schema": "anycov-report-3", "images": []}' >cmps.json
: >nothing.json
mkdir no-report
for f in dump version damaged elsewhere cut controls empty cmps nothing missing; do
	expect 1 "$ANYCOV" report --baseline $f.json --html pages new
	one_sentence
	has err "$f.json"
	! grep -q "$(printf '\033')" err || fail "$f: controls"
done
expect 1 "$ANYCOV" report --baseline no-report new
one_sentence
has err "no-report/report.json"
[ ! -e pages ] || fail "pages in spite of an error"
# The file that the sentence names is one of the report.
expect 1 "$ANYCOV" report --baseline elsewhere.json --exclude 'src/a.c' new
has err "none of the 2 files of this report, such as src/lib/new.c;"

# HTML: totals, and each row.
expect 0 "$ANYCOV" report --baseline old.json --html pages new
has pages/index.html '<span class="trend up" title="since the baseline">+50.0 points, +3</span>'
has pages/index.html "1 file is new (src/lib/new.c); 1 file vanished (src/lib/gone.c)."
expect 0 "$ANYCOV" report --html plain new
hasnt plain/index.html ">change<"
[ -n "$browser" ] || lacks "a browser (chromium)"
cat >look.py <<'END'
import os, sys
sys.path.insert(0, sys.argv[2])
from browser import Browser

rows = """Array.from(document.querySelectorAll('#files tbody tr')).map(
    r => r.cells[0].innerText.trim() + ' ' + r.cells[2].innerText.trim())"""
with Browser(sys.argv[1], os.path.abspath("profile")) as b:
    for width, dark in ((1280, False), (400, True)):
        b.size(width)
        b.dark(dark)
        b.open("pages/index.html")
        assert not b.problems(), b.problems()
        got = b.js(rows)
        more = " +1/+0" if width == 1280 else ""
        lib = " +2/+0" if width == 1280 else ""
        assert sorted(r.strip() for r in got) == sorted(
            ["lib/ +66.6" + lib, "new.c new", "same.c", "a.c +33.3" + more]), (width, got)
        assert b.js("document.documentElement.scrollWidth") <= width, width
        b.picture(f"{width}.png")
    # The column sorts, and what lost most comes first or last.
    b.js("document.querySelectorAll('#files thead button')[2].click()")
    first = b.js(rows)
    b.js("document.querySelectorAll('#files thead button')[2].click()")
    assert b.js(rows) != first, first
END
python3 look.py "$browser" "$ANYCOV_SOURCE/test/cli" || fail "the pages"
