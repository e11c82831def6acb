# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --html in a real browser: the tree folds, search and sort, keys, pages without scripts,
# hostile names and sources, and axe-core finds nothing serious.
. "${0%/*}/lib.sh"

[ -n "$browser" ] || lacks "a browser (chromium)"
get_axe
newline='
'
odd="src/deep/odd/<img src=x onerror=alert(1)>${newline}'\".c"
mkdir -p src/lib src/deep/odd
cat >src/lib/parse.h <<'END'
static inline int twice(int a)
{
	return a > 100 ? 2 * a : a + a;
}
END
cat >src/lib/parse.c <<'END'
#include "parse.h"
int parse(int c)
{
	if (c > 3 && c < 9)
		return twice(c); /* "no string" */
	return "x\"y"[0] + 'c';
}
int never(int c)
{
	return twice(c);
}
END
# Controls, bytes that are no UTF-8, text that runs from right to left, the end of a script.
printf 'int odd(int c)\n{\n\t/* </script><b>\001\377\342\200\256 \f*/\n\treturn c;\n}\n' >"$odd"
cat >src/main.c <<'END'
int parse(int);
int odd(int);
int main(int argc, char **argv)
{
	return parse(argc) + odd(argc) == 1000000;
}
END
"$ANYCOV" cc gcc -g -O0 src/main.c src/lib/parse.c "$odd" -o t
expect 0 "$ANYCOV" run ./t
expect 0 env SOURCE_DATE_EPOCH=1000000000 "$ANYCOV" report --html pages --json -o r.json
grep -rlE '<img|</script><b>' pages/*.html && fail "not escaped"
hasnt "$(ls pages/f-parse.c-*)" 'class="tests"'
# Tests: those with names, and what was recorded without one.
"$ANYCOV" run -o named --test 'few <b>' ./t
"$ANYCOV" run -o named --test many ./t 2 3 4 5 6
"$ANYCOV" run -o named --append ./t 2
expect 0 "$ANYCOV" report --html tested named
has out "Input: 2 tests, 3 processes"
has tested/index.html "<p>Input: 2 tests, 3 processes.</p>"
# Sources that are gone, and that have fewer lines than were compiled. No copies are there.
rm -r src/main.c .anycov-sources
echo 'int odd;' >"$odd"
expect 0 "$ANYCOV" report --html changed
has "$(ls changed/f-main.c-*)" "source was not found"
has "$(ls changed/f-_img*)" "The source has changed since it was compiled"
has "$(ls changed/f-_img*)" 'id="L4" class="ran"'

# A long source: rows are made when the window comes near.
python3 -c '
for i in range(500):
    print("int f%d(int a)\n{\n\tif (a > %d)\n\t\treturn a;\n%s\treturn 0;\n}" % (i, i, "\n" * 5))
print("int main(void)\n{\n\treturn f3(1);\n}")' >long.c
"$ANYCOV" cc gcc -g -O0 long.c -o long
expect 0 "$ANYCOV" run -o long.data ./long
expect 0 "$ANYCOV" report -q --no-build --html long.pages long.data
expect 2 "$ANYCOV" report --tests named
has err "requires --json, --lcov or --html"

cat >look.py <<'END'
import functools, glob, http.server, json, os, re, sys, threading
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from browser import Browser

rows = """Array.from(document.querySelectorAll('#files tbody tr')).filter(r => r.offsetHeight)
    .map(r => r.cells[0].innerText.trim())"""
missed = {l["line"] for f in json.load(open("r.json"))["images"][0]["files"]
          if f["path"].endswith("parse.c") for l in f["lines"] if l["state"] == "not covered"}


class Server(http.server.SimpleHTTPRequestHandler):
    """Forbids scripts, as Jenkins does."""
    policy = None

    def end_headers(self):
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(directory):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(
        Server, directory=directory))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d/" % server.server_port


def boxes(b, selector):
    """Returns the height of each element, None without a box; also of a page without scripts."""
    root = b.call("DOM.getDocument", depth=0)["root"]["nodeId"]
    for node in b.call("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"]:
        try:
            yield b.call("DOM.getBoxModel", nodeId=node)["model"]["height"]
        except RuntimeError:
            yield None


def axe(b, what):
    found = b.serious(sys.argv[3])
    assert not found, (what, found)


with Browser(sys.argv[1], os.path.abspath("profile")) as b:
    source = glob.glob("pages/f-parse.c-*")[0]
    for page in sorted(glob.glob("pages/*.html")) + sorted(glob.glob("changed/*.html")) \
            + sorted(glob.glob("tested/*.html")):
        for width, dark in ((1280, False), (400, True)):
            b.size(width)
            b.dark(dark)
            b.open(page)
            assert not b.problems(), (page, b.problems())
            assert b.js("document.documentElement.scrollWidth") <= width, (page, width)
            axe(b, (page, width))

    # Printed on A4 every table has its right column.
    b.size(720)
    for page in ("pages/index.html", "pages/functions.html", source):
        b.open(page)
        b.call("Emulation.setEmulatedMedia", media="print")
        cut = b.js("Array.from(document.querySelectorAll('table')).filter(t => "
                   "t.checkVisibility()).map(t => t.getBoundingClientRect().right > innerWidth)")
        assert cut and not any(cut), (page, cut)
        b.call("Emulation.setEmulatedMedia", media="")

    # It finds what is planted.
    if os.path.exists(sys.argv[3]):
        b.js("document.querySelector('main').insertAdjacentHTML('beforeend', '<input><img>'); 0")
        assert len(b.serious(sys.argv[3])) == 2, b.serious(sys.argv[3])

    # It begins with what has most lines that are not covered.
    b.size(1280)
    b.open("pages/index.html")
    assert b.js("document.querySelector('#files thead [aria-sort=descending]').innerText") == \
        "not covered"
    most = b.js("Array.from(document.querySelectorAll('#files [data-d=\"0\"] .miss'), "
                "c => +c.dataset.v)")
    assert most == sorted(most, reverse=True) and len(set(most)) > 1, most
    # When and how it was made.
    assert re.search(r"Made 2001-09-09 01:46 UTC by anycov \d[.\d]*"
                     "(, with commit [0-9a-f]{12} checked out)?: anycov report --html pages --json",
                     b.js("document.querySelector('footer').innerText"))
    # The tree: directories first; folding, and with the keys.
    b.open("pages/index.html", "#sort=0")
    everything = b.js(rows)
    assert everything[0] == "deep/odd/" and everything[2:] == \
        ["lib/", "parse.c", "parse.h", "main.c"], everything
    b.js("document.querySelectorAll('.fold')[1].focus()")
    b.key("ArrowLeft")
    assert b.js(rows) == everything[:3] + ["main.c"], b.js(rows)
    b.key("ArrowDown")
    assert b.js("document.activeElement.innerText") == "main.c"
    # Search opens what is folded; the address keeps it.
    b.key("/")
    b.type("PARSE.")
    assert b.js(rows) == ["lib/", "parse.c", "parse.h"], b.js(rows)
    assert b.js("location.hash") == "#sort=0&q=parse.", b.js("location.hash")
    b.open("pages/index.html", "#q=parse.&view=list&sort=0,desc")
    assert [r.split("/")[-1] for r in b.js(rows)] == ["parse.h", "parse.c"], b.js(rows)
    b.open("pages/index.html", "#sort=1,desc&view=list")
    values = b.js("Array.from(document.querySelectorAll('#files .file'), r => +r.cells[1].dataset.v)")
    assert values == sorted(values, reverse=True) and len(set(values)) > 1, values
    b.js("Array.from(document.querySelectorAll('#tools button'))"
         ".find(b => b.innerText == 'Treemap').click()")
    tiles = b.js("Array.from(document.querySelectorAll('#treemap div'), d => d.innerText)")
    assert sorted(tiles) == sorted(everything), tiles
    # It has what the search finds.
    b.open("pages/index.html", "#q=parse.")
    tiles = b.js("Array.from(document.querySelectorAll('#treemap div'), d => d.innerText)")
    assert sorted(tiles) == ["lib/", "parse.c", "parse.h"], tiles
    # Theme: the button wins over the system.
    b.js("document.getElementById('theme').click()")
    light = b.js("getComputedStyle(document.body).backgroundColor")
    b.dark(True)
    assert b.js("getComputedStyle(document.body).backgroundColor") == light
    b.js("document.getElementById('theme').click()")
    assert b.js("getComputedStyle(document.body).backgroundColor") != light

    # A name that does not fit is wrapped below its beginning.
    b.size(400)
    b.open("pages/index.html")
    edges = b.js("""(() => {
        const link = Array.from(document.querySelectorAll('.file a')).find(a => a.innerText === 'main.c');
        const range = document.createRange();
        link.textContent = 'a_name_that_is_wider_than_its_column_by_far.c';
        range.selectNodeContents(link);
        return Array.from(range.getClientRects(), r => Math.round(r.left));
    })()""")
    assert len(edges) > 1 and len(set(edges)) == 1, edges
    b.size(1280)

    # n and p go through the ranges of lines that are not covered, and say where they are; the head has
    # the number of ranges, which is not that of lines.
    b.open(source)
    runs = [n for n in sorted(missed) if n - 1 not in missed]
    label = b.js("document.querySelector('#jump .of, .jump .of').innerText")
    assert label == "%d range%s not covered" % (len(runs), "s" * (len(runs) > 1)), label
    for key, want in [("n", n) for n in runs] + [("p", n) for n in runs[-2::-1]]:
        b.key(key)
        assert b.js("location.hash") == "#L%d" % want, (key, want, b.js("location.hash"))
        assert b.js("document.activeElement.id") == "L%d" % want
    assert "not covered" in b.js("document.querySelector('[aria-live]').textContent")
    # Colours of the syntax; signs and words for states; details of branches.
    assert b.js("Array.from(document.querySelectorAll('#L6 .src i'), i => i.className + i.innerText)") \
        == ["kreturn", 's"x\\"y"', "d0", "s'c'"]
    assert b.js("document.querySelector('#L4 .more').innerText") == "branches 1/4"
    shown = "Array.from(document.querySelectorAll('#L4 .more + ul'), u => u.offsetHeight)"
    assert b.js(shown) == []
    b.js("document.querySelector('#L4 .more').focus()")
    for open_it in (True, False, True):
        b.key("Enter")
        assert [h > 0 for h in b.js(shown)] == [open_it] and b.js(
            "document.querySelector('#L4 .more').getAttribute('aria-expanded')") == \
            str(open_it).lower(), b.js(shown)
    items = b.js("Array.from(document.querySelectorAll('#L4 li'), l => l.innerText)")
    assert items[1] == "\u2714 c > 3 false, to line 6: covered: its own probe was hit", items
    assert "\u2718 c < 9 true, to line 5: not covered" in items, items
    assert b.js("document.querySelectorAll('.ln.changed').length") == 0
    assert b.js("document.querySelector('#L4 .blocks').innerText.length") > 3
    assert b.js("document.querySelector('#L10 .sign').title") == "not covered"

    # A long file scrolls without delay only if rows are cheap, and in small tables.
    assert b.js("document.querySelectorAll('.source details').length") == 0
    b.open(source)
    assert b.js("document.querySelectorAll('.source li').length") == 0, "lists before they are wanted"
    # The right edge goes to the last line.
    b.open(glob.glob("long.pages/f-long.c-*")[0])
    b.js("{ const r = document.getElementById('ruler').getBoundingClientRect();"
         "document.getElementById('ruler').dispatchEvent(new MouseEvent('click',"
         "{ clientX: r.left + 2, clientY: r.bottom - 1 })); }")
    assert b.js("new Promise(done => setTimeout(() => { const r = document.querySelector('#L5504')"
                ".getBoundingClientRect(); done(r.top > 0 && r.bottom < innerHeight); }, 500))")
    assert b.js("Math.max(...Array.from(document.querySelectorAll('.source'), "
                "t => t.tBodies[0].rows.length))") <= 50
    # Of a long file few rows are elements: 30,000 lines would make a browser stop for them.
    page = glob.glob("long.pages/f-long.c-*")[0]
    made = "document.querySelectorAll('.source tr[id]').length"
    after = "new Promise(done => setTimeout(() => done(%s), 300))"
    b.open(page)
    assert 25 <= b.js(after % made) <= 300, b.js(made)
    # The rest is there as text, for search, as high as its rows.
    heights = "Array.from(document.querySelectorAll('.lazy'), c => c.offsetHeight)"
    assert max(b.js(heights)) - min(b.js(heights)[:-1]) <= 12, b.js(heights)
    assert b.js("document.getElementById('main').textContent.includes('a > 499)')")
    assert b.js("find('(a > 450)')")
    assert b.js(after % "scrollY") > 80000, b.js("scrollY")
    at = b.js("document.querySelector('#L4953').getBoundingClientRect().top")
    assert 0 < at < 900, at
    b.js("getSelection().empty()")
    # Screen readers have a table where the window is.
    tree = b.call("Accessibility.getFullAXTree")["nodes"]
    names = {(n["role"]["value"], n.get("name", {}).get("value")) for n in tree if "role" in n}
    assert ("link", "4953") in names and ("columnheader", "state") in names, sorted(names)
    # What is far away is text again, unless something of it is marked or unfolded.
    b.js("scrollTo(0, 0)")
    assert b.js(after % "document.getElementById('L4953')") is None
    last = "#L" + b.js("document.getElementById('runs').dataset.missed.split(' ').pop()")
    b.key("p")
    assert b.js("location.hash") == last, (b.js("location.hash"), last)
    b.key("n")
    b.js("document.querySelector('.source .more').click(); 0")
    unfolded = b.js("document.querySelector('.source .more').closest('tr').id")
    b.key("p")
    assert b.js("location.hash") == last
    assert b.js(after % ("!!document.getElementById('%s')" % unfolded))
    # Links to lines whose rows are not there, from elsewhere and on the page.
    where = "(r => [r.top > 0 && r.bottom < innerHeight, r.height > 0])" \
            "(document.getElementById('L%d').getBoundingClientRect())"
    b.open(page, "#L3000")
    assert b.js(after % (where % 3000)) == [True, True], b.js(where % 3000)
    assert b.js("getComputedStyle(document.querySelector('#L3000 .ln')).backgroundColor") != \
        b.js("getComputedStyle(document.querySelector('#L2999 .ln')).backgroundColor")
    # The keys go on from there.
    b.key("n")
    runs = b.js("document.getElementById('runs').dataset.missed").split()
    assert b.js("location.hash") == "#L%d" % min(int(n) for n in runs if int(n) > 3000), \
        b.js("location.hash")
    b.open(page, "#L3000")
    b.js("document.querySelector('#functions').open = true")
    b.js(after % "document.querySelector('#functions a[href$=\"#L4401\"]').click()")
    assert b.js(after % (where % 4401)) == [True, True], b.js(where % 4401)
    b.js("history.back()")
    assert b.js(after % (where % 3000)) == [True, True], b.js(where % 3000)
    # The browser's own search, and printing, have all rows.
    for event in ("document.body.dispatchEvent(new KeyboardEvent('keydown', "
                  "{ key: 'f', ctrlKey: true, bubbles: true }))", None):
        b.open(page)
        if event:
            b.js(event)
        else:
            b.call("Page.printToPDF")
        assert b.js(made) == 5504 and not b.js("document.querySelector('.plain')"), b.js(made)
        b.js("scrollTo(0, 80000)")
        assert b.js(after % made) == 5504
    b.size(400)
    b.dark(True)
    b.open(page)
    assert b.js("document.documentElement.scrollWidth") <= 400
    axe(b, page)
    b.js("scrollTo(0, 40000)")
    b.js(after % "0")
    axe(b, page)
    b.dark(False)
    b.size(1280)

    # Wherever it is scrolled to, the head says where that is, once the rows are laid out.
    b.open(glob.glob("long.pages/f-long.c-*")[0])
    for y in (40000, 3000, 77000, 120):
        here, line = b.js("""new Promise(done => {
            scrollTo(0, %d);
            setTimeout(() => {
                const head = document.querySelector('.where').getBoundingClientRect().bottom;
                const row = Array.from(document.querySelectorAll('.source tr[id]'))
                    .find(r => r.checkVisibility({ contentVisibilityAuto: true })
                        && r.getBoundingClientRect().bottom > head + 3);
                done([document.getElementById('here').textContent, Number(row.id.slice(1))]);
            }, 500);
        })""" % y)
        assert here == "line %d, f%d" % (line, (line - 1) // 11), (y, here, line)

    # The tests that reach a line.
    b.open(glob.glob("tested/f-parse.c-*")[0])
    assert b.js("document.querySelector('#tests summary').innerText") == \
        "Tests: 3 of 3 reach this file"
    numbers = b.js("Array.from(document.querySelectorAll('.source tr[id]'), "
                   "r => r.querySelector('.tests').innerText)")
    assert numbers == ["", "3", "", "3", "1", "2"] + 5 * [""], numbers
    b.js("document.querySelector('#L6 .of-tests').focus()")
    b.key("Enter")
    names = "Array.from(document.querySelectorAll('#L6 .by li'), l => l.innerText)"
    assert b.js(names) == ["few <b>", "(no test)"], b.js(names)
    b.key("Enter")
    assert b.js(names) == []

    # A server that forbids scripts: long sources have rows, too, and once.
    server = serve("long.pages")
    for Server.policy in ("sandbox allow-same-origin; default-src 'none'; img-src 'self'; "
                          "style-src 'self'", "script-src 'none'"):
        b.go("about:blank")
        b.go(server + os.path.basename(glob.glob("long.pages/f-long.c-*")[0]))
        b.picture("forbidden.png")
        found = list(boxes(b, "#L1, #L5"))
        assert len(found) == 2 and all(found), (Server.policy, found)
        # The text of the first rows, which are in the window, is not shown.
        assert next(boxes(b, ".plain")) is None, Server.policy

    # Without scripts: everything is there.
    b.scripts(False)
    for page in ("pages/index.html", "pages/functions.html", source):
        b.open(page)
        b.picture("plain.png")
    plain = b.call("DOM.getDocument", depth=-1, pierce=True)
    assert "to line " in json.dumps(plain), "no branches without scripts"
    b.open(glob.glob("long.pages/f-long.c-*")[0])
    plain = b.call("DOM.getDocument", depth=-1, pierce=True)
    assert all('"L%d"' % n in json.dumps(plain) for n in (1, 3000, 5504)), "no rows without scripts"
    text = open("pages/index.html", encoding="utf-8").read()
    assert text.count('<tr class="file"') == 4 and text.count('<tr class="dir"') == 2
END
/usr/bin/python3 look.py "$browser" "$0" "$axe" || fail "the pages in $browser"
