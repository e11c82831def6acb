# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The text report: a tree of directories with sums, the worst first, in the width of the terminal;
# names are shortened in the middle, numbers never are.  Of more files than fit the screen the worst
# are listed, with the sum of the others.
. "${0%/*}/lib.sh"
# make FILES: a recording; each line of FILES is PATH COVERED TOTAL
make()
{
	python3 - "$1" <<'END'
import sys
spec, hit = ["image"], []
for i, row in enumerate(open(sys.argv[1])):
    path, covered, total = row.rsplit(" ", 2)
    # Lines that are covered are odd, so that no two others are in one range.
    lines = range(1, 2 * int(total) + 1, 2)
    spec += ["function f%d file=%s dir=/w line=1" % (i, path),
             "block 0 probed succ=1 lines=" + ",".join(map(str, lines[:int(covered)])),
             "block 1 probed exit lines=" + ",".join(map(str, lines[int(covered):])), "flags 0,1"]
    if int(covered):
        hit.append("f%d:0" % i)
open("a.spec", "w").write("\n".join(spec) + "\n")
open("hit", "w").write("hit=" + ",".join(hit))
END
	rm -rf d
	mkdir d
	: >d/.anycov-data
	mkflags image a.spec d/a-a1.image
	mkflags flags a.spec d/a-a1.flags "$(cat hit)"
}

# tree: the rows of the table of files
tree()
{
	sed -n '/^Files /,/^Input: /{/^[FI]/!p}' "$WORK/out"
}

cat >files <<'END'
src/main.c 3 4
src/deep/down/a.c 1 4
src/deep/down/b.c 3 4
lib/only/here/x.c 9 9
top.c 1 2
/usr/gen/y.c 0 7
/usr/gen/z.c 0 8
END
make files
expect 0 "$ANYCOV" report --include '*' d
sed -n '2,4s/ *$//p' out >head.rows
cat >want <<'END'
  lines                    17  44.7%            21         0      38
  branches                  0      -             0         0       0
  functions                 5  71.4%             2         0       7
END
diff want head.rows || fail "the headline"
tree | sed 's/ *$//' >rows
cat >want <<'END'
  /usr/gen/                  0/15    0.0%
    z.c                       0/8    0.0%  1-15
    y.c                       0/7    0.0%  1-13
  src/                       7/12   58.3%
    deep/down/                4/8   50.0%
      a.c                     1/4   25.0%  3-7
      b.c                     3/4   75.0%  7
    main.c                    3/4   75.0%  7
  top.c                       1/2   50.0%  3
  lib/only/here/              9/9  100.0%
    x.c                       9/9  100.0%
END
diff want rows || fail "the tree"
# One file alone.
echo 'a.c 1 2' >files
make files
expect 0 "$ANYCOV" report d
tree | sed 's/ *$//' >rows
echo '  a.c                         1/2   50.0%  3' | diff - rows || fail "one file"

# Names that do not fit, wide and combining characters, bytes that are no text.
python3 - <<'END'
import random
random.seed(1)
long = "a_name_that_is_longer_than_any_terminal_in_this_test_is_wide_and_so_needs_to_be_shortened_%d.c"
names = ["x.c", long, "\u6f22\u5b57\u306e\u30d5\u30a1\u30a4\u30eb_%d.c", "e\u0301" * 40 + "_%d.c",
         "\u6f22" * 50 + "%d.c", "c1\u0085_%d.c"]
dirs = ["", "src/", "src/" + "deep/" * 12 + "", "\u6f22\u5b57/", "vendor/" + "very_long_directory_name/" * 5]
with open("files", "w", encoding="utf-8") as f:
    for n, d in enumerate(dirs):
        for k, name in enumerate(names):
            total = random.choice([3, 40, 12345 if k == 1 else 300])
            f.write("%s%s %d %d\n" % (d, name % (n * 10 + k) if "%" in name else name,
                                      random.randrange(total), total))
END
make files
cat >terminal.py <<'END'
"""Runs a report on a terminal of so many columns and checks that each row fits."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata

columns, command = int(sys.argv[1]), sys.argv[2:]
main, side = pty.openpty()
fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
p = subprocess.Popen(command, stdout=side, env={**os.environ, "COLUMNS": "33"})
os.close(side)
data = b""
while True:
    try:
        more = os.read(main, 65536)
    except OSError:
        break
    if not more:
        break
    data += more
assert p.wait() == 0, p.returncode
text = re.sub(r"\x1b\[[0-9]*m", "", data.decode("utf-8"))
assert "\x1b[31m" in data.decode("utf-8"), "no colours"


def width(s):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in s)


rows = text.replace("\r", "").split("\n")
for row in rows:
    assert width(row) <= columns, (width(row), row)
    assert not re.search("[\x00-\x1f\x7f-\x9f]", row), row
assert max(map(width, rows)) > columns - 25, "the width is not used"
first = [i for i, row in enumerate(rows) if row.startswith("Files ")][0]
last = [i for i, row in enumerate(rows) if row.startswith("Input: ")][0]
numbers = re.compile(r" +\d+/\d+ +(\d+\.\d|<0\.1)%(  [-0-9 +]+)?$")
places = set()
for row in rows[first + 1:last]:
    assert numbers.search(row), row
    places.add(width(row[:row.index("%", row.index("/", numbers.search(row).start()))]))
assert len(places) == 1, "columns are not aligned"
# Both ends of a name that does not fit are shown.
assert any(re.match(r" +a_name.*\.\.\..*\d\.c ", row) for row in rows), "no shortened name"
END
for columns in 80 100 120; do
	python3 terminal.py $columns "$ANYCOV" report --all d || fail "$columns columns"
done
expect 0 env COLUMNS=120 "$ANYCOV" report --all d
grep -q '^  src/.\{60,\}' out || fail "COLUMNS is not used"
for columns in 0 -5 x 99999999999999999999; do
	expect 0 env "COLUMNS=$columns" "$ANYCOV" report --all d
	mv out odd
	expect 0 "$ANYCOV" report --all d
	diff out odd || fail "COLUMNS=$columns"
done
# The ranges that have no room are counted.
cat >a.spec <<END
image
function main file=a.c dir=/w line=1
block 0 probed succ=1 lines=$(seq -s, 1000 2 1100)
block 1 probed exit lines=$(seq -s, 1001 2 1101)
flags 0,1
END
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0
expect 0 "$ANYCOV" report d
tree >rows
echo '  a.c                      51/102   50.0%  1001 1003 1005 1007 1009 1011 +45' | diff - rows || fail "ranges"

# 1,200 files take no time: seconds of the processor, as the machine may be busy.
python3 -c '
for i in range(1200):
    print("d%d/e%d/f%d.c %d 40" % (i % 7, i % 31, i, i % 41))' >files
make files
expect 0 python3 -c '
import resource
import subprocess
import sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
assert seconds < 2, seconds' "$ANYCOV" report --all d
[ "$(tree | grep -c '\.c ')" -eq 1200 ] || fail "not all files"
expect 0 "$ANYCOV" report -o all d
[ "$(grep -c '\.c ' all)" -eq 1200 ] || fail "not all files with -o"
# What does not fit the screen: the worst, and the sum of the others.
for lines in 40 30 9; do
	rows=$((lines < 24 ? 24 : lines))
	expect 0 env LINES=$lines "$ANYCOV" report d
	[ "$(wc -l <out)" -lt $rows ] || fail "$lines lines"
	tree >rows
	[ "$(wc -l <rows)" -eq $((rows - 14)) ] || fail "$lines lines: rows of files"
	python3 - $((rows - 15)) <<'END' || fail "$lines lines"
import re
import sys
files = [(int(t) - int(c), int(c) / int(t), p) for p, c, t in map(str.split, open("files"))]
files.sort(key=lambda f: (-f[0], f[1]))
n = int(sys.argv[1])
rows = [re.match(r"  (.*?) +(\d+)/(\d+) ", row).groups() for row in open("rows")]
assert [int(t) - int(c) for _, c, t in rows[:n]] == [f[0] for f in files[:n]], rows
name, covered, total = rows[n]
assert name == "%d more (--all lists them)" % (1200 - n), rows[n]
assert sum(int(r[2]) for r in rows) == 40 * 1200, rows
assert sum(int(r[2]) - int(r[1]) for r in rows) == sum(f[0] for f in files), rows
END
done
expect 0 "$ANYCOV" report --summary d
[ "$(wc -l <out)" -eq 1 ] || fail "--summary"
