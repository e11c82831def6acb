# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov report --functions on directories: files of flags and dumps of several images, bad files.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

# entry NAME SPEC ID KEY=VALUE...: a file of flags and its image in the directory
entry()
{
	name=$1 spec=$2 id=$3
	shift 3
	mkflags image "$spec" "$name-$id.image" id="$id"
	mkflags flags "$spec" "$name-$id.flags" id="$id" path="/bin/${name##*/}" "$@"
}

header='function clamp file=/src/h.h line=3
block 0 probed succ=1,2 lines=3,4
block 1 probed succ=2 lines=5
block 2 exit lines=6 by=0
flags 0,1'
cat >a.spec <<END
image
$header
function main file=a.c dir=/src line=1
block 0 probed calls exit lines=2
flags 0
END
# The same header in another program, and a file of the same name in another directory.
cat >b.spec <<END
image flags=0x8000
function main file=a.c dir=/other line=1
block 0 probed calls exit lines=2,3
flags 0
$header
END
# Compiled with other options: other blocks.
cat >c.spec <<END
image
function clamp file=/src/h.h line=3
block 0 probed exit lines=3,4,6
flags 0
END

mkdir d
: >d/.anycov-data
entry d/a a.spec aa hit=clamp:0,main:0
entry d/b b.spec bb hit=clamp:0,clamp:1 started=2
expect 0 "$ANYCOV" report --functions --lcov t.info d
has out "2 images "
totals functions 2 3
totals lines 5 7
totals blocks 4 5
has out "  /bin/a                      4/5   80.0%      2/2"
has out "  /bin/b                      4/6   66.6%      1/2"
has out "Input: 3 processes"
hasnt out "counted for each image"
# With a shared library the same processes may be in both files.
mkflags flags b.spec d/b-bb.flags id=bb path=/bin/libb.so.1 hit=clamp:0,clamp:1 started=2
expect 0 "$ANYCOV" report --functions --html library.pages d
has out "Input: 3 processes (counted for each image)"
has library.pages/index.html "3 processes (counted for each image)"
mkflags flags b.spec d/b-bb.flags id=bb path=/bin/b hit=clamp:0,clamp:1 started=2
[ "$(grep -c '^SF:' t.info)" -eq 3 ] || fail "files"
[ "$(grep -c '^SF:/src/h.h' t.info)" -eq 1 ] || fail "the header is not one file"
[ "$(grep -c '^FN:3,clamp' t.info)" -eq 1 ] || fail "the function is not one"
has t.info "DA:5,1"
# The same, whatever the names of the files are.
mkdir e
cp d/a-aa.image e/z.image
cp d/a-aa.flags e/z.flags
cp d/b-bb.image e/b.image
cp d/b-bb.flags e/b.flags
expect 0 "$ANYCOV" report --functions --lcov e.info e
cmp t.info e.info || fail "the order matters"
# By default the directory that run writes.
mkdir here
cp -r d here/anycov-data
cd here
expect 2 "$ANYCOV" report --functions --frobnicate
expect 0 "$ANYCOV" report --functions
totals lines 5 7
cd ..
mkdir empty
cd empty
expect 2 "$ANYCOV" report --functions
one_sentence
has "$WORK/err" "no directory anycov-data is here"
# A program is no recording of it.
expect 1 "$ANYCOV" report --functions "$ANYCOV"
one_sentence
has "$WORK/err" "an ELF file, not a recording; use --image for a program"
# A word that is no recording is named, whatever it was meant to be.
expect 2 "$ANYCOV" report --functions mistyped-data
one_sentence
has "$WORK/err" "mistyped-data: no recording, and no directory anycov-data is here; run the program"
expect 2 "$ANYCOV" tests mistyped-data
one_sentence
has "$WORK/err" "mistyped-data: no recording"
cd ..
expect 1 "$ANYCOV" report --functions empty
one_sentence
has err "empty: contains neither files of flags nor dumps"

# Variants of a function: one, with the lines of all.
entry d/c c.spec cc hit=clamp:0
expect 0 "$ANYCOV" report --functions --lcov t.info --json -o t.json d
/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" t.json ||
	fail "schema"
cat >check.py <<'END'
import json
d = json.load(open("t.json"))
assert [i["image"] for i in d["images"]] == ["/bin/a", "/bin/b", "/bin/c"]
m = d["merged"]
assert m["functions_total"]["total"] == 3, m["functions_total"]
clamp = [f for f in m["functions"] if f["name"] == "clamp"]
assert len(clamp) == 1 and clamp[0]["blocks"]["total"] == 4 and clamp[0]["lines"]["total"] == 4
assert m["flags"]["started"] == 4
END
python3 check.py || fail "variants"
[ "$(grep -c '^FN:3,clamp' t.info)" -eq 1 ] || fail "variants"
expect 0 "$ANYCOV" report --functions --html pages d
has pages/index.html images.html
has pages/images.html "/bin/c"
rm d/c-*

# A line is covered if an image covers it, unknown if one does not know, else not covered.
entry d/b b.spec bb how=2 started=2 copied=1
expect 3 "$ANYCOV" report --functions --lcov t.info d
reason "1 of 3 processes was killed and lost flags"
has t.info "DA:4,1"
hasnt t.info "DA:5,"
entry d/b b.spec bb
expect 0 "$ANYCOV" report --functions --lcov t.info d
has t.info "DA:5,0"

# Flags of one image in several directories, with one image for all.
mkdir -p d/test1 d/test2/deep
mkflags flags a.spec d/test1/a-aa.flags id=aa hit=clamp:1
mkflags flags a.spec d/test2/deep/a-aa.flags id=aa hit=main:0
expect 0 "$ANYCOV" report --functions d
totals lines 5 7
has out "Input: 4 processes"
rm -r d/test1 d/test2

# Files of other kinds are ignored: notes, unfinished files, pipes, links to directories.
echo notes >d/README
mkflags flags a.spec d/a-aa.flags.1234.tmp id=aa
mkfifo d/x.flags.pipe d/y.flags
ln -s . d/again
ln -s nowhere d/dangling.flags
expect 0 "$ANYCOV" report --functions d
has out "Input: 2 processes"
rm d/again d/*pipe d/y.flags d/dangling.flags

# A bad file: it is named and skipped, and the status is 3.
skips() # TEXT
{
	expect 3 "$ANYCOV" report --functions d
	totals lines 4 7
	has out "1 file could not be used"
	[ "$(wc -l <err)" -eq 1 ] || fail "not one line for a bad file"
	has err "$1"
	has err "; the file was skipped"
	expect 0 "$ANYCOV" report --functions --allow-incomplete d
	has err "$1"
}
head -c 70 d/a-aa.flags >d/cut.flags
skips "d/cut.flags:16: truncated before the flags"
rm d/cut.flags
mkflags flags a.spec d/z-ff.flags id=ff path=/no/z
skips "d/z-ff.flags: no image: d/z-ff.image is missing, /no/z is missing; add --image z"
cp d/a-aa.image d/z-ff.image
skips "d/z-ff.image is another build"
head -c 300 d/a-aa.image >d/z-ff.image
skips "d/z-ff.image is damaged"
rm d/z-ff.*
echo foreign >d/x.flags
skips "d/x.flags:0: not a file of flags"
rm d/x.flags
echo foreign >d/x.dump
skips "d/x.dump:0: not an anycov dump"
rm d/x.dump
"$MKDUMP" pc 1 2 3 . >d/x.dump
expect 0 "$ANYCOV" report --functions d
rm d/x.dump
mkflags flags a.spec d/b-bb.flags id=bb
expect 3 "$ANYCOV" report --functions d
has err "d/b-bb.flags: has 3 flags at 0x4000, but d/b-bb.image has 3 at 0x8000"
# An error if the file is named, or if no file can be used.
expect 1 "$ANYCOV" report --functions d/b-bb.flags
one_sentence
expect 1 "$ANYCOV" report --functions d d/b-bb.flags
mkdir bad
echo foreign >bad/x.flags
expect 1 "$ANYCOV" report --functions bad
has err "nothing could be read"

# Dumps beside flags; their images are found where they were run.
printf 'int main(int c, char **v) { (void)v;\nif (c > 1)\nreturn 0;\nreturn 0; }\n' >t.c
mkdir run
"$ANYCOV" cc gcc -g -O0 t.c -o prog
expect 0 "$ANYCOV" run -o run/one.dump ./prog
expect 0 "$ANYCOV" run -o run/two.dump ./prog x
mv run/two.dump run/two.dump.17
entry run/a a.spec aa hit=clamp:0,main:0
expect 0 "$ANYCOV" report --functions --lcov t.info run
has out "2 images "
has out "  prog  "
hasnt out "unknown: "
has out "Input: 1 process"
has out "Input: 2 dumps"
# What a damaged one contains in front of the damage does not count.
head -c $(($(wc -c <run/two.dump.17) - 3)) run/two.dump.17 >run/short.dump
expect 3 "$ANYCOV" report --functions run
has err "run/short.dump"
has out "Input: 2 dumps, 6 records"
rm run/short.dump
grep -q "^SF:.*/t.c" t.info || fail "no lines of the dumps"
expect 0 "$ANYCOV" report --functions run/one.dump
# It has its name from here.
grep -q '^prog  ' out || { cat out; fail "the heading"; }
hasnt out "2 images"
# The program was built again: the dumps are of another build.
sed -i 's/c > 1/c > 2/' t.c
"$ANYCOV" cc gcc -g -O0 t.c -o prog
expect 3 "$ANYCOV" report --functions run
has err "run/one.dump: recorded by"
has out "2 files could not be used"
expect 1 "$ANYCOV" report --functions run/one.dump
one_sentence
