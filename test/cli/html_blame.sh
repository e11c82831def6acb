# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --blame --html: author and date of each line that is not covered, by git, and how many of
# them each author has, by age.
. "${0%/*}/lib.sh"

[ -n "$GCC" ] && have "$GCC" || exit 0
# commit AUTHOR DATE: commits all
commit()
{
	git add -A '*.c'
	GIT_AUTHOR_NAME=$1 GIT_AUTHOR_DATE="$2 12:00:00 +0000" git commit -qm "$1"
}
repository p
cat >a.c <<'END_OF_A'
int old(int x)
{
	return x + 1;
}
int main(int argc, char **argv)
{
	return argc > 100 ? old(argc) : 0;
}
END_OF_A
commit 'Zoe "<b>" & Co' 2020-03-04
printf 'int middle(int x)\n{\n\treturn x;\n}\n' >>a.c
commit Ann 2024-02-01
printf 'int recent(int x)\n{\n\treturn x;\n}\n' >>a.c
commit Ann 2024-06-10
printf 'int untracked(int x)\n{\n\treturn x;\n}\n' >b.c
"$ANYCOV" cc "$GCC" -g -O0 a.c b.c -o t
expect 0 "$ANYCOV" run ./t
# 2024-06-20
export SOURCE_DATE_EPOCH=1718884800

# Programs that a repository names are not run.
printf '#!/bin/sh\n: >%s/../ran\ncat "$1"\n' "$PWD" >evil
chmod +x evil
echo '*.c diff=evil' >.gitattributes
git config diff.evil.textconv "$PWD/evil"
git config core.fsmonitor "$PWD/evil"
git config core.pager "$PWD/evil"
expect 0 "$ANYCOV" report -q --blame --html ../pages
[ ! -s ../err ] || { cat ../err; fail "a warning"; }
[ ! -e ../ran ] || fail "git ran a program of the repository"
page=$(ls ../pages/f-a.c-*)
zoe='by Zoe &quot;b&quot; &amp; Co, 2020-03-04'
for line in "1 not $zoe" "3 not $zoe" "9 not by Ann, 2024-02-01" "13 not by Ann, 2024-06-10"; do
	row=$(grep "<tr id=\"L${line%% *}\" class=\"not\"" "$page") || fail "no row $line"
	case $row in *"title=\"not covered; ${line#* not }\""*) ;; *) fail "$line: $row" ;; esac
done
grep '<tr id="L5" class="ran"' "$page" | grep -q '; by ' && fail "an author of a covered line"
hasnt "$(ls ../pages/f-b.c-*)" "; by "
# rows: author, all, last 30 days, 31 to 365 days, older
rows()
{
	sed -n '/id="authors"/,/<\/table>/{s/<\/t[hd]>/|/g; s/<[^>]*>//g; /^[^|]*|[0-9|]*$/p}' \
		"$1/index.html" >../rows
}
rows ../pages
printf '%s\n' 'Ann|4|2|2||' 'Zoe &quot;b&quot; &amp; Co|2|||2|' 'all|6|2|2|2|' >../expected
diff ../expected ../rows || fail "the table"
has ../pages/index.html "Of 2 lines the author is not known"
expect 0 "$ANYCOV" report -q --html ../plain
hasnt ../plain/index.html 'id="authors"'
hasnt "$(ls ../plain/f-a.c-*)" "; by "

# In a shallow clone, what its first commit has may be older.
git clone -q --depth 2 "file://$PWD" ../shallow
cp -r anycov-data t ../shallow/
cd ../shallow
expect 0 "$ANYCOV" report -q --no-build --source-map="$(cd ../p && pwd)=$PWD" --blame \
	--html ../of-shallow anycov-data
rows ../of-shallow
grep -q '^Ann|2|2|||$' ../rows || { cat ../rows; fail "a shallow clone"; }
has ../of-shallow/index.html "Of 6 lines the author is not known"
cd ../p

# A source that changed since it was built: nothing of it is known.
sed -i '1i /* One more. */' a.c
expect 0 "$ANYCOV" report -q --blame --html ../changed
has ../changed/index.html "Of 8 lines the author is not known"
hasnt "$(ls ../changed/f-a.c-*)" "; by "
git checkout -q a.c

expect 2 "$ANYCOV" report -q --blame
has ../err "--blame requires --html"
mv .git ../git
export GIT_CEILING_DIRECTORIES="$WORK"
expect 1 "$ANYCOV" report -q --blame --html ../outside
one_sentence
has ../err "--blame: git shows no working tree here"
mv ../git .git
mkdir ../no-git
expect 1 env PATH="$(pwd)/../no-git" "$ANYCOV" report -q --blame --html ../outside
one_sentence
[ ! -e ../outside ] || fail "pages in spite of an error"

cd ..
[ -n "$browser" ] || lacks "a browser (chromium)"
get_axe
cat >look.py <<'PY'
import glob, os, sys
sys.path.insert(0, sys.argv[2])
from browser import Browser

with Browser(sys.argv[1], os.path.abspath("profile")) as b:
    for page in ("pages/index.html", glob.glob("pages/f-a.c-*")[0]):
        for width, dark in ((1280, False), (400, True)):
            b.size(width)
            b.dark(dark)
            b.open(page)
            assert not b.problems(), (page, b.problems())
            assert b.js("document.documentElement.scrollWidth") <= width, (page, width)
            found = b.serious(sys.argv[3])
            assert not found, (page, width, found)
            b.js("document.querySelector('#authors, .source').scrollIntoView()")
            b.picture("%s-%d.png" % (page.replace("/", "-"), width))
    b.open("pages/index.html")
    names = b.js("Array.from(document.querySelectorAll('#authors tbody th'), h => h.innerText)")
    assert names == ["Ann", 'Zoe "b" & Co', "all"], names
PY
/usr/bin/python3 look.py "$browser" "$ANYCOV_SOURCE/test/cli" "$axe" || fail "the pages in $browser"
