# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --baseline --html: lines that were gained, lost, or are new and not covered, also where the
# source changed in between; no mark where that is not known.
. "${0%/*}/lib.sh"

# marks PAGES FILE: the lines with each mark, as "gained 3 5; lost 7; fresh 9"
cat >"$WORK/marks.py" <<'PY'
import glob, re, sys
text = open(glob.glob("%s/f-%s-*" % (sys.argv[1], sys.argv[2]))[0], encoding="utf-8").read()
found = re.findall(r'<tr id="L(\d+)" class="(\w+)".*?<td class="mark ?(\w*)"', text)
assert found, "no rows"
of = {"gained": ("ran",), "lost": ("not",), "fresh": ("not",)}
assert all(state in of[mark] for _, state, mark in found if mark), found
print("; ".join(" ".join([m] + [n for n, _, mark in found if mark == m]) for m in of))
PY
marks()
{
	got=$(python3 "$WORK/marks.py" "$1" "$2") || fail "marks of $1 $2"
	[ "$got" = "$3" ] || fail "$1 $2: $got, not $3"
}
# json FILE KEY [VALUE]: replaces it in all objects of a document, or removes it
json()
{
	python3 - "$@" <<'PY'
import json, sys
def walk(x):
    for y in x.values() if isinstance(x, dict) else x if isinstance(x, list) else ():
        walk(y)
    if isinstance(x, dict) and sys.argv[2] in x:
        del x[sys.argv[2]]
        if len(sys.argv) > 3:
            x[sys.argv[2]] = sys.argv[3]
d = json.load(open(sys.argv[1]))
walk(d)
json.dump(d, sys.stdout)
PY
}

[ -n "$GCC" ] && have "$GCC" || exit 0
repository p
cat >a.c <<'END_OF_A'
int gained(int x)
{
	return x + 1;
}
int lost(int x)
{
	return x + 2;
}
int never(int x)
{
	return x + 3;
}
int main(int argc, char **argv)
{
	if (argc > 100)
		return never(argc);
	return argc > 1 ? gained(argc) == 0 : lost(argc) == 0;
}
END_OF_A
printf 'int same(int x)\n{\n\treturn x;\n}\n' >b.c
git add a.c b.c
git commit -qm 1
first=$(git rev-parse HEAD)
"$ANYCOV" cc "$GCC" -g -O0 a.c b.c -o t
expect 0 "$ANYCOV" run -o before ./t
expect 0 "$ANYCOV" report -q --json -o ../base.json --lcov ../base.info --cobertura ../base.xml before
has ../base.json "\"commit\": \"$first\""
python3 "$ANYCOV_SOURCE/test/cli/validate.py" \
	"$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" ../base.json || fail "schema"

# The same source, another run.
expect 0 "$ANYCOV" run -o now ./t 1
expect 0 "$ANYCOV" report -q --baseline ../base.json --html ../same now
[ ! -s ../err ] || { cat ../err; fail "a warning"; }
marks ../same a.c "gained 1 3; lost 5 7; fresh"
marks ../same b.c "gained; lost; fresh"
has ../same/f-b.c-* "as in the baseline"
expect 0 "$ANYCOV" report -q --html ../plain now
hasnt ../plain/index.html "Since then"
hasnt "$(ls ../plain/f-a.c-*)" 'class="mark'

# Lines moved, one changed, a function and a file are new.
cp -r . ../later
cd ../later
{
	printf '/* Moves\n * all lines. */\n'
	sed -e 's/x + 3/x + 33/' -e '/^int main/i int fresh(int x)\n{\n\treturn x + 4;\n}' a.c
} >a2.c
mv a2.c a.c
printf 'int added(int x)\n{\n\treturn x;\n}\n' >c.c
git add a.c c.c
git commit -qm 2
rm -rf now .anycov-sources
"$ANYCOV" cc "$GCC" -g -O0 a.c b.c c.c -o t
expect 0 "$ANYCOV" run -o now ./t 1
all="gained 3 5; lost 7 9; fresh 13 15 17"
expect 0 "$ANYCOV" report -q --baseline ../base.json --html ../moved now
marks ../moved a.c "$all"
marks ../moved b.c "gained; lost; fresh"
marks ../moved c.c "gained; lost; fresh 1 3"
has ../moved/f-a.c-* '+2 gained'
has ../moved/index.html "<p>Since then 2 lines were gained, 2 lost, and 5 are new or changed and not covered.</p>"
[ ! -s ../err ] || { cat ../err; fail "a warning"; }
# Without the commit, by the copy that the build kept.
json ../base.json commit >../no-commit.json
cp -r ../p/.anycov-sources/. .anycov-sources
expect 0 "$ANYCOV" report -q --baseline ../no-commit.json --html ../copies now
marks ../copies a.c "$all"
# The recording itself, whose copies are there.
cp -r ../p/before .
expect 0 "$ANYCOV" report -q --no-build --baseline before --html ../recorded now
marks ../recorded a.c "$all"

# Neither: no line of the file is marked, which is said once; what is the same, and new files, are.
rm -rf .anycov-sources
map=--source-map=$(cd ../p && pwd)=$(pwd)
unfollowed()
{
	expect 0 "$ANYCOV" report -q "$map" --baseline "$1" --html ../unfollowed now
	[ "$(grep -c 'lines are not compared to the baseline' ../err)" -eq 1 ] ||
		{ cat ../err; fail "$1: not one warning"; }
	marks ../unfollowed a.c "gained; lost; fresh"
	has "$(ls ../unfollowed/f-a.c-*)" "not compared to the baseline"
	marks ../unfollowed c.c "gained; lost; fresh 1 3"
	has ../unfollowed/index.html "whose text in the baseline is not there (a.c"
}
unfollowed ../no-commit.json
has ../err "a.c: lines are not compared"
marks ../unfollowed b.c "gained; lost; fresh"
has "$(ls ../unfollowed/f-b.c-*)" "as in the baseline"
# Another text in the commit than was compiled, no commit, an option, nothing.
json ../base.json commit "$(git rev-parse HEAD)" >../other.json
json ../base.json commit "$(echo "$first" | tr 0-9a-f 1-9a-f0)" >../none.json
json ../base.json commit "--output=../written" >../option.json
json ../base.json contents >../no-contents.json
for f in other none option no-contents; do
	unfollowed ../$f.json
done
[ ! -e ../written ] || fail "an option of git was taken from a baseline"
# Damaged hashes are not known ones, and lines have to be numbers with states.
json ../base.json hash 0xz >../bad-hash.json
unfollowed ../bad-hash.json
for bad in line state; do
	json ../base.json $bad -1 >../bad.json
	expect 1 "$ANYCOV" report -q --baseline ../bad.json --html ../bad now
	one_sentence
	has ../err "bad.json: damaged"
done
[ ! -e ../bad ] || fail "pages in spite of an error"

# lcov and Cobertura have neither: their commit is given.
for f in ../base.info ../base.xml; do
	unfollowed $f
	has ../err "a.c and other sources"
	expect 0 "$ANYCOV" report -q "$map" --baseline $f --baseline-commit HEAD^ --html ../given now
	[ ! -s ../err ] || { cat ../err; fail "$f: a warning"; }
	marks ../given a.c "$all"
	marks ../given b.c "gained; lost; fresh"
done
expect 1 "$ANYCOV" report -q "$map" --baseline ../base.info --baseline-commit nothing --html ../given now
one_sentence
has ../err "--baseline-commit nothing: not a commit of this repository"
expect 2 "$ANYCOV" report -q --baseline-commit HEAD^ --html ../given now
has ../err "--baseline-commit requires --baseline"
# Outside of a repository.
mv .git ../git
export GIT_CEILING_DIRECTORIES="$WORK"
unfollowed ../base.info
unfollowed ../base.json
expect 1 "$ANYCOV" report -q "$map" --baseline ../base.info --baseline-commit HEAD^ now
one_sentence
mv ../git .git

# A source that was edited after the build: the marks are those of what was compiled.
cp a.c built.c
sed -i '1i /* One more. */' a.c
expect 0 "$ANYCOV" report -q --baseline ../base.json --html ../edited now
marks ../edited a.c "gained; lost; fresh"
mv built.c a.c

# A long file: the text that is there before the rows begins where theirs does.
python3 -c '
for i in range(500):
    print("int f%d(int a)\n{\n\tif (a > %d)\n\t\treturn a;\n\treturn 0;\n}" % (i, i))
print("int main(int c, char **v)\n{\n\treturn c > 1 ? f3(1) : f4(1);\n}")' >long.c
"$ANYCOV" cc "$GCC" -g -O0 long.c -o long
expect 0 "$ANYCOV" run -o long1 ./long
expect 0 "$ANYCOV" run -o long2 ./long 1
expect 0 "$ANYCOV" report -q --no-build --baseline long1 --html ../long long2
cd ..
[ -n "$browser" ] || lacks "a browser (chromium)"
get_axe
cat >look.py <<'PY'
import glob, os, sys
sys.path.insert(0, sys.argv[2])
from browser import Browser

rows = """Array.from(document.querySelectorAll('#files .file')).filter(r => r.offsetHeight)
    .map(r => [r.cells[0].innerText.trim(), r.querySelector('.lost').innerText,
        r.querySelector('.fresh').innerText].join(' ').trim())"""
press = """Array.from(document.querySelectorAll('#tools button'))
    .find(b => b.innerText == '%s').click()"""


with Browser(sys.argv[1], os.path.abspath("profile")) as b:
    source = glob.glob("moved/f-a.c-*")[0]
    for page in (source, "moved/index.html", "unfollowed/index.html",
                 glob.glob("unfollowed/f-a.c-*")[0]):
        for width, dark in ((1280, False), (400, True)):
            b.size(width)
            b.dark(dark)
            b.open(page)
            assert not b.problems(), (page, b.problems())
            assert b.js("document.documentElement.scrollWidth") <= width, (page, width)
            b.picture("%s-%d-%s.png" % (page.replace("/", "-"), width, dark))
            found = b.serious(sys.argv[3])
            assert not found, (page, width, found)
    for width in (1280, 400):
        # The sign is shown, with words; the head counts, and leads to the first.
        b.size(width)
        b.open(source)
        cells = b.js("Array.from(document.querySelectorAll('td.mark'), c => c.innerText)")
        assert "".join(cells) == "++\u2212\u2212***", cells
        assert b.js("document.querySelector('#L7 .mark').title") == "lost: covered in the baseline"
        assert b.js("document.querySelector('#L7 .mark').getBoundingClientRect().width") >= 15
        assert b.js("document.querySelector('.since').innerText") == \
            "\u22122 lost *3 new, not covered +2 gained"
        assert b.js("document.querySelector('.legend').textContent.includes('lost: covered')")
        b.js("document.querySelector('.since .lost').click()")
        assert b.js("location.hash") == "#L7"
        # n and p go to all that is not covered.
        b.open(source)
        b.key("n")
        assert b.js("location.hash") == "#L7", b.js("location.hash")
        b.key("n")
        assert b.js("location.hash") == "#L9", b.js("location.hash")
        b.key("p")
        assert b.js("location.hash") == "#L7", b.js("location.hash")
        b.open(glob.glob("long/f-long*")[0])
        left = b.js("""new Promise(done => setTimeout(() => {
            const r = document.createRange(), plain = document.querySelector('.lazy .plain');
            r.selectNodeContents(plain);
            const row = document.querySelector('.source tr[id] .src');
            done([r.getBoundingClientRect().left,
                row.getBoundingClientRect().left + parseFloat(getComputedStyle(row).paddingLeft)]);
        }, 500))""")
        assert abs(left[0] - left[1]) < 1, (width, left)
    # What is not known is no 0; printed on A4 the table has its right column.
    b.open("unfollowed/index.html")
    assert sorted(b.js(rows)) == ["a.c ? ?", "b.c", "c.c  2"], b.js(rows)
    b.size(720)
    b.call("Emulation.setEmulatedMedia", media="print")
    assert b.js("document.querySelector('#files').getBoundingClientRect().right <= innerWidth")
    b.call("Emulation.setEmulatedMedia", media="")
    # The first page: columns, and only the files with such lines; the address keeps it.
    b.size(1280)
    b.open("moved/index.html")
    assert sorted(b.js(rows)) == ["a.c 2 3", "b.c", "c.c  2"], b.js(rows)
    b.js(press % "Only lost")
    assert b.js(rows) == ["a.c 2 3"], b.js(rows)
    assert b.js("location.hash") == "#only=lost", b.js("location.hash")
    b.js(press % "Only new, not covered")
    assert sorted(b.js(rows)) == ["a.c 2 3", "c.c  2"], b.js(rows)
    assert b.js("document.querySelectorAll('#tools [aria-pressed=true]').length") == 1
    b.js(press % "Only new, not covered")
    assert len(b.js(rows)) == 3 and not b.js("location.hash")
    b.open("moved/index.html", "#only=fresh")
    assert len(b.js(rows)) == 2, b.js(rows)
    b.open("moved/index.html", "#only=th")
    assert len(b.js(rows)) == 3, b.js(rows)
    b.open("plain/index.html", "#only=lost")
    assert b.js("document.querySelectorAll('#files .file').length") == 2
    assert not b.js("Array.from(document.querySelectorAll('#tools button'), b => b.innerText)"
                    ".some(t => t.startsWith('Only'))")
PY
/usr/bin/python3 look.py "$browser" "$ANYCOV_SOURCE/test/cli" "$axe" || fail "the pages in $browser"
