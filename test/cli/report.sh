# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov report --functions on host programs: functions, lines, comparisons, all formats.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

cat >t.c <<'END'
#include <stdlib.h>
int pick(int c)
{
	switch (c) {
	case 'a':
		return 1;
	case 'b':
		return 2;
	default:
		return 0;
	}
}
int unused(int x)
{
	return x + 1;
}
int main(int argc, char **argv)
{
	if (argc > 5)
		return unused(argc);
	if (atoi(argv[1]) == 1234)
		return pick(argv[1][0]) + 3;
	return pick(argv[1][0]);
}
END
cat >check.py <<'END'
import json, sys
d = json.load(open("report.json"))
assert d["schema"] == "anycov-report-3"
i = d["images"][0]
ran = {f["name"]: f["state"] for f in i["functions"]}
assert ran == {"pick": "covered", "unused": "not covered", "main": "covered"}, ran
lines = {l["line"]: l["state"] for f in i["files"] if f["path"].endswith("t.c") for l in f["lines"]}
for n in (4, 8, 19, 21, 23): assert lines[n] == "covered", (n, lines)
for n in (6, 15, 20, 22): assert lines[n] == "not covered", (n, lines)
assert d["input"]["unmatched"] == 0
assert i["lines_total"]["covered"] == sum(s == "covered" for s in lines.values())
END

for cc in $(with_clang gcc gcc-11 clang-14 clang-22); do
	have $cc || continue
	for prune in none lossless; do
		echo "$cc $prune"
		ANYCOV_FLAGS="--coverage trace-pc,trace-cmp --prune $prune" \
			"$ANYCOV" cc $cc -g -O0 t.c -o t
		expect 2 "$ANYCOV" run -o t.dump ./t b
		expect 0 "$ANYCOV" report --functions --strict --json -o report.json --image t t.dump
		python3 check.py || fail "$cc $prune: report"
		expect 2 "$ANYCOV" run --mode cmp -o cmp.dump ./t b
		expect 0 "$ANYCOV" report --functions --strict --cmp --image t cmp.dump
		has out "0x4d2"
		has out "main (t.c:"
		has out "0x61 'a'"
	done
done

# Text: functions, ranges of lines.
"$ANYCOV" cc gcc -g -O0 t.c -o t
expect 2 "$ANYCOV" run -o t.dump ./t b
expect 0 "$ANYCOV" report --functions --image t t.dump
totals functions 2 3
has out "  t.c:2"
grep -Eq "^  t\.c .* 9-15" out || { cat out; fail "lines"; }
has out "all matched to probes"

# lcov reads the tracefile and counts the same lines.
expect 0 "$ANYCOV" report --functions --lcov t.info --json -o report.json --image t t.dump
has t.info "SF:$PWD/t.c"
has t.info "FNDA:0,unused"
has t.info "DA:15,0"
if needs genhtml "genhtml (lcov)"; then
	genhtml_quietly -o html t.info
fi
expect 0 "$ANYCOV" report --functions --lcov - --image t t.dump
cmp out t.info || fail "--lcov -"

# No partial output: a missing directory, a bad dump.
expect 1 "$ANYCOV" report --functions --lcov no/where.info --image t t.dump
head -c 100 t.dump >cut
echo old >keep
expect 1 "$ANYCOV" report --functions -o keep --image t cut
one_sentence
has keep old
[ "$(ls | grep -c '^keep')" -eq 1 ] || fail "a temporary file is left"

# The wrong image is an error.
sed 's/1234/4321/' t.c >u.c
mkdir other
"$ANYCOV" cc gcc -g -O0 u.c -o other/t
expect 1 "$ANYCOV" report --functions --image other/t t.dump
has err "does not match"
one_sentence
expect 1 "$ANYCOV" report --functions --image /bin/true t.dump
one_sentence
cp u.c v.c
"$ANYCOV" cc gcc -g -O0 v.c -o v
expect 1 "$ANYCOV" report --functions --image v t.dump
has err "t.dump: recorded by $PWD/t, which is not among the images; add it with --image"
one_sentence
printf '#!/bin/sh\nexec .libs/t\n' >script
expect 1 "$ANYCOV" report --functions --image script t.dump
has err "script:0: not an ELF file; give the file that the linker wrote"
one_sentence
# Nouns agree with their numbers.
echo 'int main(void) { return 0; }' >one.c
"$ANYCOV" cc gcc -g -O1 one.c -o one
expect 0 "$ANYCOV" run -o one.dump ./one
expect 0 "$ANYCOV" report --functions --image one one.dump
has out "Input: 1 dump, 1 record, 1 distinct address, all matched to probes"
expect 0 "$ANYCOV" dump one.dump
grep -q ': 1 record$' out || { cat out; fail "1 records"; }
expect 0 "$ANYCOV" sites one
has out "1 probe, 1 with a record in the map"
# Without map and debug information: functions by symbols, with addresses.
gcc -O0 -fsanitize-coverage=trace-pc t.c -o plain $("$ANYCOV" flags --coverage trace-pc --cc gcc --link)
expect 2 "$ANYCOV" run -o plain.dump ./plain b
expect 0 "$ANYCOV" report --functions --image plain plain.dump
totals functions 2 3
reason "lines of 3 functions unknown: no debug information; use -g"
grep -Eq "^  unused .* 0/2 +0x$(nm plain | sed -n 's/^0*\(.*\) T unused$/\1/p')\$" out ||
	{ cat out; fail "no address of a function"; }
[ ! -s err ] || fail "a message beside the report"
# GCC writes lines to the map without -g.
"$ANYCOV" cc gcc -O0 t.c -o nodebug
expect 2 "$ANYCOV" run -o nodebug.dump ./nodebug b
expect 0 "$ANYCOV" report --functions --strict --image nodebug nodebug.dump
has out "pick"
has out "  t.c:2"
hasnt out "no debug information"
# Neither functions in the map nor DWARF: only an error.
strip nodebug -o stripped
expect 1 "$ANYCOV" report --functions --image stripped nodebug.dump
[ ! -s out ] || fail "tables without a function"
has err "no debug information"
[ "$(wc -l <err)" -eq 1 ] || fail "not one sentence"
expect 1 "$ANYCOV" report --functions --image stripped --lcov stripped.info nodebug.dump
has err "no debug information"
[ ! -e stripped.info ] || fail "a tracefile without lines is written"
# Without .debug_* the map has no functions; symbols name them.
strip -g nodebug -o stripped
expect 0 "$ANYCOV" report --functions --image stripped nodebug.dump
totals functions 2 3
reason "lines of 3 functions unknown: no debug information; "

# clang has no lines without debug information: functions with addresses, lines unknown.
cat >lib.c <<'END'
int lib_used(int x) { if (x > 3) return x; return 1; }
END
cat >use.c <<'END'
int lib_used(int);
int main(int c, char **v)
{
	(void)v;
	return lib_used(c) - 1;
}
END
for cc in $(with_clang clang-14 clang-19 clang-22); do
	have $cc || continue
	echo "$cc without -g"
	"$ANYCOV" cc $cc -g0 -O0 -c lib.c -o lib.o
	"$ANYCOV" cc $cc -g0 -O0 -c use.c -o use.o
	"$ANYCOV" cc $cc lib.o use.o -o use
	expect 0 "$ANYCOV" run -o use.dump ./use
	expect 0 "$ANYCOV" report --functions --strict --html no-lines --image use use.dump
	totals functions 2 2
	grep -Eq "^  lines +unknown\$" out || { cat out; fail "lines that are not known"; }
	reason "lines of 2 functions unknown: no debug information; use -gline-tables-only"
	grep -Eq "^  lib_used .* 0x$(nm use | sed -n 's/^0*\(.*\) T lib_used$/\1/p')\$" out ||
		{ cat out; fail "no address of a function"; }
	[ ! -s err ] || fail "a message beside the report"
	has no-lines/index.html "lines of 2 functions unknown: no debug information; use -gline-tables-only"
	has no-lines/functions.html ">0x$(nm use | sed -n 's/^0*\(.*\) T lib_used$/\1/p')<"
	expect 0 "$ANYCOV" report --functions --json --image use use.dump
	has out '"reason":"no-debug-information","lost":false,"functions":0,"lines":0,"blocks":0,"edges":0,"lines_of_functions":2'
	has out '"address":"0x'
	# A tracefile has nothing but lines.
	expect 1 "$ANYCOV" report --functions --lcov use.info --image use use.dump
	has err "no debug information"
	one_sentence
	[ ! -e use.info ] || fail "a tracefile without lines is written"
	# What the report says to use helps, also for one of two units.
	"$ANYCOV" cc $cc -O0 -gline-tables-only -c use.c -o use.o
	"$ANYCOV" cc $cc lib.o use.o -o use
	expect 0 "$ANYCOV" run -o use.dump ./use
	expect 0 "$ANYCOV" report --functions --strict --image use use.dump
	has out "  use.c:2"
	reason "lines of 1 function unknown: no debug information; use -gline-tables-only"
	grep -Eq "^  lines +3 100.0%" out || { cat out; fail "lines of use.c"; }
done

# Other instrumentation with DWARF alone.
gcc -g -O0 -fsanitize-coverage=trace-pc t.c -o plain $("$ANYCOV" flags --coverage trace-pc --cc gcc --link)
expect 2 "$ANYCOV" run -o plain.dump ./plain b
expect 0 "$ANYCOV" report --functions --strict --image plain plain.dump
reason "unknown: no map in the image"
totals functions 2 3

# Shared libraries, matched by build ID; addresses of others are counted.
echo 'int lib_used(int x) { if (x > 3) return x; return 1; }' >lib.c
echo 'int lib_used(int); int main(int c, char **v) { (void)v; return lib_used(c) - 1; }' >use.c
"$ANYCOV" cc gcc -g -O0 -fPIC -shared lib.c -o libq.so
"$ANYCOV" cc gcc -g -O0 use.c -o use ./libq.so
expect 0 "$ANYCOV" run -o use.dump ./use
expect 0 "$ANYCOV" report --functions --image use use.dump
has out "in $WORK/libq.so; add it with --image"
expect 1 "$ANYCOV" report --functions --strict --image use use.dump
expect 0 "$ANYCOV" report --functions --strict --image use --image libq.so use.dump
has out "lib_used"

# Addresses at no probe: counted, and an error with --strict.
"$ANYCOV" cc gcc -g -O0 -no-pie t.c -o fixed
pc=$("$ANYCOV" sites fixed | sed -n 's/^\(0x[0-9a-f]*\) .*/\1/p' | head -1)
"$MKDUMP" pc $pc $((pc + 1)) . >odd.dump
expect 0 "$ANYCOV" report --functions --image fixed odd.dump
has out "1 in an image but at no probe"
expect 1 "$ANYCOV" report --functions --strict --image fixed odd.dump
# In no image, like a kernel module without --image.
"$MKDUMP" pc $pc 0xffffffffb4ca094c . cmp 5 1 2 0xffffffffb4ca00db >odd.dump
expect 0 "$ANYCOV" report --functions --image fixed odd.dump
has out "2 outside all images, for example 0xffffffffb4ca0"
hasnt out "in an image"
expect 1 "$ANYCOV" report --functions --strict --image fixed odd.dump
"$MKDUMP" lost pc $pc . >lost.dump
expect 3 "$ANYCOV" report --functions --image fixed lost.dump
head -2 out | tr '\n' ' ' | tr -s ' ' | grep -q "^A buffer was full: [0-9, a-z]* unknown; " || fail "a full buffer is not the first line"
reason " unknown; record again with a larger --size (ANYCOV_SIZE) fixed "
[ "$(grep -c "buffer was full" out)" -eq 1 ] || fail "a full buffer is named twice"
expect 3 "$ANYCOV" report --functions --image fixed --html lost.html -o /dev/null lost.dump
grep -o "<p>Input\|A buffer was full" lost.html/index.html | head -1 | grep -q full || fail "HTML: not before the input"
# A copy of a buffer without room for another record.
python3 - $pc <<'END'
import struct, sys
pc = int(sys.argv[1], 16)
open("full.raw", "wb").write(struct.pack("<2Q", 1, pc))
open("room.raw", "wb").write(struct.pack("<3Q", 1, pc, 0))
END
expect 3 "$ANYCOV" report --functions --image fixed --raw 8 full.raw
head -2 out | tr '\n' ' ' | tr -s ' ' | grep -q "^A buffer was full: [0-9, a-z]* unknown; " || fail "a full raw buffer is not the first line"
expect 0 "$ANYCOV" report --functions --allow-incomplete --image fixed --raw 8 full.raw
expect 0 "$ANYCOV" report --functions --image fixed --raw 8 room.raw
hasnt out "was full"
# Firmware has no --size: its dumps have addresses as the processor gives them.
"$MKDUMP" rawpc lost pc $pc . >lost_fw.dump
expect 3 "$ANYCOV" report --functions --image fixed lost_fw.dump
reason " unknown; give anycov_buffer() a larger area, or use flags (anycov flags --firmware), which cannot fill fixed "
hasnt out "--size"
expect 0 "$ANYCOV" report --functions --allow-incomplete --image fixed lost.dump
