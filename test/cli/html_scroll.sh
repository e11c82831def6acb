# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --html: what a page of a long source does while it scrolls is little. Tables of rows are made one
# a frame, none while the window moves too fast to read, and are dropped again; the table of functions is
# text until it is opened. (Frames once took 50 to 180 ms: the browser collected garbage of such tables.)
. "${0%/*}/lib.sh"

[ -n "$browser" ] || lacks "a browser (chromium)"
python3 -c '
for i in range(600):
    print("int f%d(int a)\n{\n\tif (a > %d && a < 9)\n\t\treturn a;\n%s\treturn 0;\n}" % (i, i, "\n" * 5))
print("int main(void)\n{\n\treturn f3(1);\n}")' >long.c
"$ANYCOV" cc gcc -g -O0 long.c -o long
expect 0 "$ANYCOV" run ./long
expect 0 "$ANYCOV" report -q --html pages
cat >look.py <<'END'
import glob, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from browser import Browser

# Moves by a number of pixels in each of 60 frames; returns how many tables each made, and what the
# head said.
MOVE = """new Promise(done => {
    const made = [], said = new Set();
    const seen = new MutationObserver(list => list.forEach(m => m.addedNodes.forEach(n => {
        made[made.length - 1] += n.nodeName === 'TABLE';
    })));
    seen.observe(document.getElementById('main'), { childList: true, subtree: true });
    requestAnimationFrame(function step() {
        said.add(document.getElementById('here').textContent);
        scrollBy(0, %d);
        if (made.push(0) < 60)
            return requestAnimationFrame(step);
        seen.disconnect();
        done([made, Array.from(said)]);
    });
})"""
AFTER = "new Promise(done => setTimeout(() => done(%s), %d))"
TABLES = "document.querySelectorAll('.source').length"
NAMES = "Array.from(document.querySelectorAll('#functions tbody th'), e => e.textContent)"
with Browser(sys.argv[1], "profile") as b:
    b.size(1280)
    b.open(glob.glob("pages/f-long.c-*")[0])
    assert b.js(AFTER % (TABLES, 500)) in range(2, 8), b.js(TABLES)

    # As fast as one can read, then faster.
    made, said = b.js(MOVE % 100)
    assert sum(made) > 5 and max(made) == 1, made
    assert len(said) > 5 and all(s.startswith("line ") and ", f" in s for s in said if s), said
    b.js(AFTER % ("0", 500))
    made, said = b.js(MOVE % 1000)
    assert not any(made[3:]), made
    assert len(said) > 5 and all("line " in s for s in said), said
    # Where it stops there are rows, and no more of those that it passed.
    b.js(AFTER % ("0", 1000))
    assert b.js("document.elementFromPoint(400, 450).closest('tr').id").startswith("L")
    assert b.js(TABLES) <= 20, b.js(TABLES)
    # A cell clips only what is in it: each that does takes a layer.
    clips = "Array.from(document.querySelectorAll('.blocks'), " \
        "e => [e.textContent !== '', getComputedStyle(e).overflowX !== 'visible'].join())"
    assert set(b.js(clips)) == {"true,true", "false,false"}, set(b.js(clips))

    # What is selected stays, until it is not.
    b.js("scrollTo(0, 0)")
    b.js(AFTER % ("0", 1000))
    b.js("getSelection().selectAllChildren(document.querySelector('#L3 .src'))")
    b.js("scrollTo(0, 60000)")
    assert b.js(AFTER % ("!!document.getElementById('L3')", 1000)), "the selection is gone"
    b.js("getSelection().empty()")
    assert not b.js(AFTER % ("!!document.getElementById('L3')", 1000)), "L3 is kept"

    # The functions: text that is found, a table as soon as it is opened.
    assert b.js(NAMES) == []
    assert "\n12 f1\n" in b.js("document.getElementById('functions').textContent")
    b.js("document.querySelector('#functions summary').click()")
    assert b.js(AFTER % (NAMES, 500)) == ["f%d" % i for i in range(600)] + ["main"], b.js(NAMES)
    assert b.js("document.querySelector('#functions .plain')") is None
END
/usr/bin/python3 look.py "$browser" "$0" || fail "scrolling in $browser"
