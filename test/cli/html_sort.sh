# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --html: a table of 6,000 functions is sorted at once (a style rule with :has() once made the
# browser look at all rows for each row that moved: 15 s, and a minute for 30,000).
. "${0%/*}/lib.sh"

[ -n "$browser" ] || lacks "a browser (chromium)"
python3 -c '
for i in range(6000):
    print("int f%d(void)\n{\n\treturn %d;\n}" % (i, i))
print("int main(void)\n{\n\treturn f7() != 7;\n}")' >many.c
"$ANYCOV" cc gcc -g -O0 many.c -o many
expect 0 "$ANYCOV" run ./many
expect 0 "$ANYCOV" report -q --html pages
cat >look.py <<'END'
import os, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from browser import Browser

SORT = """(() => {
    const start = performance.now();
    document.querySelectorAll('thead button')[%d].click();
    document.body.offsetHeight;
    return performance.now() - start;
})()"""
names = "Array.from(document.querySelectorAll('tbody tr'), r => r.cells[0].innerText)"
with Browser(sys.argv[1], "profile") as b:
    b.open("pages/functions.html")
    for column, want in ((0, ["f0"]), (1, ["f7", "main"]), (0, ["f0"])):
        took = b.js(SORT % column)
        assert sorted(b.js(names)[:len(want)]) == want, b.js(names)[:5]
        print("sorted in %.0f ms" % took)
        assert took < 3000 * float(os.environ.get("SLOWER", 1)), took
END
/usr/bin/python3 look.py "$browser" "$0" || fail "the table in $browser"
