# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --html in a real browser, headless: tables that sort, states that differ
# without colour, no external resources.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

cat >'a <b> & "c".c' <<'END'
int pick(int c)
{
	if (c == 'b')
		return 2;
	if (c > 1000)
		return 3; /* <script>document.title = "broken"</script> */
	return 0;
}
int unused(int x)
{
	return x + 1;
}
int main(int argc, char **argv)
{
	if (argc > 5)
		return unused(argc);
	return pick(argv[1][0]);
}
END
ANYCOV_FLAGS="--coverage trace-pc --prune lossless" "$ANYCOV" cc gcc -g -O0 'a <b> & "c".c' -o t
expect 2 "$ANYCOV" run -o t.dump ./t b
expect 0 "$ANYCOV" report --html pages --json -o r.json --image t t.dump
[ -s pages/index.html ] || fail "no index"
page=$(ls pages | grep ^f-)
[ "$(echo "$page" | wc -l)" -eq 1 ] || fail "not one page: $page"
# Self-contained: only links between the pages, which all exist.
for to in $(grep -hoE '(src|href|url)[ (=]["'"'"']?[^ "'"'"'>)#]*' pages/*.html | sed 's/^[^"]*"//' | sort -u); do
	[ "$to" = data:, ] || [ -e "pages/$to" ] || fail "a link to $to"
done
grep -qE 'https?:|@import|<img|url\(' pages/* && fail "something is fetched"
grep -q '<script>document' pages/$page && fail "the source is not escaped"
# Again into the same directory; a directory that cannot be created.
expect 0 "$ANYCOV" report --html pages --image t t.dump
echo file >file
expect 1 "$ANYCOV" report --html file --image t t.dump
# Without the source the page has the lines with code.
mkdir bare
cp t t.dump bare
mv 'a <b> & "c".c' moved
(cd bare && expect 0 "$ANYCOV" report --html pages --image t t.dump)
grep -q "source was not found" bare/pages/f-* || fail "a source from nowhere"
grep -q 'id="L11" class="not"' bare/pages/f-* || fail "no lines without the source"
mv moved 'a <b> & "c".c'

# Blocks within a line: each has its own range, with or without a probe.
cat >line.c <<'END'
int f(int c) { return c; }
int pick(int c)
{
	if (c == 'b') return f(2); else c++;
	return c > 3 ? f(c) : -c;
}
int main(int argc, char **argv) { return pick(argv[1][0]) + argc > 900; }
END
lines=
for cc in $(with_clang gcc clang-14 clang-19); do
	command -v $cc >/dev/null && have $cc || continue
	lines="$lines $cc"
	for prune in none lossless; do
		ANYCOV_FLAGS="--coverage trace-pc --prune $prune" "$ANYCOV" cc $cc -g -O0 line.c -o line-$cc-$prune
		expect 0 "$ANYCOV" run -o line.dump ./line-$cc-$prune x
		expect 0 "$ANYCOV" report --html line-pages-$cc-$prune --image line-$cc-$prune line.dump
	done
done

# A block that begins at the operator at the end of a line: both characters of it.
cat >operator.c <<'END'
int both(int a, int b)
{
	if ((a == 1 || a == 7) &&
	    b == 2)
		return 1;
	return 0;
}
int main(int argc, char **argv) { return argv[argc] != 0 || both(argc, 1); }
END
"$ANYCOV" cc gcc -g -O0 operator.c -o operator
expect 0 "$ANYCOV" run -o operator.dump ./operator x
expect 0 "$ANYCOV" report --html operator-pages --image operator operator.dump
grep -q 'not covered">&amp;&amp;</span>' operator-pages/f-* || fail "half an operator is underlined"

if [ -z "$browser" ]; then
	lacks "a browser (chromium)"
fi
chrome --dump-dom "file://$PWD/pages/index.html" >plain.dom
chrome --dump-dom "file://$PWD/pages/functions.html#sort=0" >up.dom
chrome --dump-dom "file://$PWD/pages/functions.html#sort=0,desc" >down.dom
chrome --dump-dom "file://$PWD/pages/functions.html#sort=2,desc" >lines.dom
chrome --dump-dom "file://$PWD/pages/$page" >page.dom
chrome --screenshot="$PWD/page.png" "file://$PWD/pages/$page"
grep -q 'Uncaught' chrome.log && { cat chrome.log; fail "a script fails"; }
for cc in $lines; do
	for prune in none lossless; do
		cp line-pages-$cc-$prune/f-line.c-*.html line-$cc-$prune.dom
	done
done
chrome --dump-dom "file://$(ls "$PWD"/line-pages-gcc-none/f-line.c-*.html)" >line-gcc-none.dom
cat >look.py <<'END'
import glob, html.parser, json, re, struct, zlib

class Table(html.parser.HTMLParser):
    def __init__(self, ident):
        super().__init__()
        self.ident, self.inside, self.rows, self.sorted, self.row = ident, False, [], [], None
        self.spans = []
    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "table":
            self.inside = self.ident in (a.get("id"), a.get("class"))
            self.part = ""
        if tag in ("thead", "tbody", "details"):
            self.part = tag
        # What can be unfolded is no source.
        if self.inside and tag in ("button", "ul") and self.part == "tbody":
            self.part = "unfolds"
        if self.inside and self.part == "thead":
            if tag == "th":
                self.sorted.append(a.get("aria-sort"))
            return
        if self.inside and tag == "tr":
            self.row = {"id": a.get("id"), "class": a.get("class"), "cells": [], "titles": [],
                        "ranges": []}
            self.rows.append(self.row)
        if self.inside and tag == "span":
            self.spans.append((a.get("class", "").split(), a.get("title")))
            if "b" in self.spans[-1][0]:
                self.row["ranges"].append((self.spans[-1][0][1], a.get("title"), ""))
        if self.inside and tag in ("td", "th"):
            self.row["cells"].append("")
            self.row["titles"].append(a.get("title"))
    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "table"
        if tag == "details" or (tag in ("button", "ul") and self.inside and self.part == "unfolds"):
            self.part = "tbody"
        if self.inside and tag == "span":
            self.spans.pop()
    def handle_data(self, text):
        if self.spans and "why" in self.spans[-1][0]:
            return
        if self.inside and self.spans and "b" in self.spans[-1][0]:
            kind, title, before = self.row["ranges"].pop()
            self.row["ranges"].append((kind, title, before + text))
        if self.inside and self.part == "tbody" and self.row and self.row["cells"]:
            self.row["cells"][-1] += text

def table(path, ident):
    t = Table(ident)
    t.feed(open(path, encoding="utf-8").read())
    t.rows = [r for r in t.rows if r["cells"]]
    return t

names = lambda path: [r["cells"][0] for r in table(path, "functions").rows]
assert names("up.dom") == ["main", "pick", "unused"], names("up.dom")
assert names("down.dom") == ["unused", "pick", "main"], names("down.dom")
assert names("lines.dom")[-1] == "unused"
assert table("down.dom", "functions").sorted[0] == "descending"
assert [r["cells"][0] for r in table("plain.dom", "files").rows] == ['a <b> & "c".c']

# Each line of the report is there; each state has its own sign and title, and covered has one sign.
report = json.load(open("r.json"))["images"][0]
lines = {l["line"]: "inferred" if l.get("inferred") else l["state"]
         for f in report["files"] for l in f["lines"]}
rows = {int(r["id"][1:]): r for r in table("page.dom", "source").rows}
assert len(rows) == len(open('a <b> & "c".c').readlines()), len(rows)
signs = {}
for number, row in rows.items():
    state = lines.get(number, "none")
    signs.setdefault(state, set()).add((row["cells"][1], row["titles"][1], row["class"]))
assert {"covered", "inferred", "not covered", "none"} <= set(signs), signs
assert all(len(s) == 1 for s in signs.values()), signs
inferred, hit = (next(iter(signs.pop(kind))) for kind in ("inferred", "covered"))
assert (inferred[0], inferred[2]) == (hit[0], hit[2]) == ("\u2714", "ran"), (inferred, hit)
assert "implied" in inferred[1] and "its own" in hit[1], (inferred, hit)
signs["covered"] = {hit}
for part in (0, 1):
    assert len({next(iter(s))[part] for s in signs.values()}) == len(signs), signs
assert "broken" in rows[6]["cells"][4]
assert 'a <b> & "c".c' in re.sub(r"&lt;", "<", re.sub(r"&gt;", ">", re.sub("&amp;", "&", open("page.dom").read())))

# The two arms of a partly covered line: one is marked covered, the other not, by class
# and by title, and the counts of blocks have both signs; also with lossless pruning,
# where one of the arms has no probe.
source = open("line.c").read().split("\n")
doms, dark_seen, inferred_seen = glob.glob("line-*.dom"), False, False
assert len(doms) >= 2, doms
for dom in doms:
    rows = {int(r["id"][1:]): r for r in table(dom, "source").rows}
    assert [rows[i + 1]["cells"][4].rstrip("\n") for i in range(len(source) - 1)] == source[:-1], dom
    for number, ran, left_out in ((4, "c++", "f(2)"), (5, "f(c)", "-c")):
        row = rows[number]
        assert "\u2718" in row["cells"][3], (dom, row)
        assert "\u2714" in row["cells"][3], (dom, row)
        texts = lambda *kinds: "|".join(r[2] for r in row["ranges"] if r[0] in kinds)
        dark, light, part = texts("not"), texts("ran"), texts("part")
        assert ran not in dark and left_out not in light, (dom, row)
        for kind, title, _ in row["ranges"]:
            assert ("not covered" in title or kind == "part" and "unknown:" in title) == \
                (kind in ("not", "part")), (dom, row)
            assert (" covered:" in title) == (kind not in ("not", "unknown")), (dom, row)
            assert "implied by" not in title or kind in ("ran", "part"), (dom, row)
        # GCC gives an arm and what follows both arms one column.
        assert left_out in dark or left_out in part, (dom, row)
        assert ran in light, (dom, row)
        dark_seen = dark_seen or left_out in dark
        implied = "|".join(r[2] for r in row["ranges"] if "implied by" in r[1])
        if "none" in dom:
            assert not implied, (dom, row)
        else:
            inferred_seen = inferred_seen or ran in implied
    assert not rows[7]["ranges"], dom
    # All covered: no ranges, the weaker state, or code after a call that is unknown.
    assert {r[0] for r in rows[1]["ranges"]} <= (
        {"ran", "part", "unknown"} if "lossless" in dom else set()), dom
    assert not any("not covered" in r[1] for r in rows[1]["ranges"]), dom
assert dark_seen and inferred_seen

# The picture: without colour (luminance only) the line that is not covered is hatched
# and the covered one is not.
def png(path):
    data, at, idat = open(path, "rb").read(), 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            idat += body
        at += 12 + n
    assert depth == 8
    channels = {2: 3, 6: 4}[colour]
    raw, rows, last, stride = zlib.decompress(idat), [], None, width * channels
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a = line[i - channels] if i >= channels else 0
            b = last[i] if last else 0
            c = last[i - channels] if last and i >= channels else 0
            if kind == 1: line[i] = line[i] + a & 255
            elif kind == 2: line[i] = line[i] + b & 255
            elif kind == 3: line[i] = line[i] + (a + b) // 2 & 255
            elif kind == 4:
                p = a + b - c
                d = [(abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c)]
                line[i] = line[i] + min(d)[2] & 255
        rows.append(line)
        last = line
    return width, height, channels, rows

width, height, channels, image = png("page.png")
grey = lambda p: (299 * p[0] + 587 * p[1] + 114 * p[2]) // 1000
# Right of the text: runs of rows by the number of grey values in them.
shades = []
for y in range(height):
    row = image[y]
    shades.append(len({grey(row[x * channels:x * channels + 3]) for x in range(width * 3 // 4, width - 40)}))
assert shades.count(1) > 300, "no plain rows"
assert sum(n > 2 for n in shades) > 30, "no hatched rows"
END
/usr/bin/python3 look.py || fail "the pages in $browser"
