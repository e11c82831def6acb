# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --baseline --fail-on-loss: exit status 4 if the share of lines, branches or changed lines fell;
# baselines are JSON, lcov, Cobertura and recordings, and each says the same.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=src/a.c dir=$WORK/repo line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
function other file=src/lib/<b>.c dir=$WORK/repo line=1
block 0 probed exit lines=1,2,3
flags 0
END
for d in half all less; do
	mkdir $d
	: >$d/.anycov-data
	mkflags image a.spec $d/a-a1.image
done
mkflags flags a.spec less/a-a1.flags hit=main:0
mkflags flags a.spec half/a-a1.flags hit=main:0,main:1
mkflags flags a.spec all/a-a1.flags hit=main:0,main:1,main:2,other:0
# Lines 1, 2, 6 of 6; branches 0, 1, 2 of 2.
mkdir repo
cd repo
for d in less half all; do
	expect 0 "$ANYCOV" report -q --json -o ../$d.json ../$d
	expect 0 "$ANYCOV" report -q --lcov ../$d.info --cobertura ../$d.xml ../$d
	expect 0 "$ANYCOV" report -q --lcov ../$d.2.info --lcov-version 2 ../$d
	expect 0 "$ANYCOV" report --summary --baseline ../$d.json ../half
	cp "$WORK/out" ../$d.trend
done
cp ../half/a-a1.flags ../half/a-a1.image .

# Each kind of baseline has the numbers of the JSON document.
for d in less half all; do
	for b in $d.json $d.info $d.2.info $d.xml $d; do
		expect 0 "$ANYCOV" report --summary --baseline ../$b ../half
		[ ! -s "$WORK/err" ] || { cat "$WORK/err"; fail "$b"; }
		cmp "$WORK/out" ../$d.trend || { cat "$WORK/out" ../$d.trend; fail "$b: another trend"; }
		expect 0 "$ANYCOV" report --baseline ../$b ../half
		hasnt "$WORK/out" "vanished"
		case $d in
		all)
			expect 4 "$ANYCOV" report --baseline ../$b --fail-on-loss ../half
			has "$WORK/out" "a.c"
			has "$WORK/err" "2 of 6 lines covered (33.3 %), 0 unknown: below the 100.0 % of ../$b"
			has "$WORK/err" "1 of 2 branches covered (50.0 %), 0 unknown: below the 100.0 % of ../$b"
			[ "$(wc -l <"$WORK/err")" -eq 2 ] || fail "not a line for each" ;;
		*)
			expect 0 "$ANYCOV" report --baseline ../$b --fail-on-loss ../half
			[ ! -s "$WORK/err" ] || fail "$b: an error" ;;
		esac
	done
done
expect 0 "$ANYCOV" report --summary --baseline ../half/a-a1.flags ../half
cmp "$WORK/out" ../half.trend || fail "a file of flags"
# report.json of a directory is preferred.
cp ../all.json ../half/report.json
expect 4 "$ANYCOV" report --baseline ../half --fail-on-loss ../half
rm ../half/report.json

# Points.  From half to less lines fall by 16.6666..., branches by 50.
falls()
{
	expect 4 "$ANYCOV" report -q --baseline ../half.json "$1" ../less
	has "$WORK/err" "($1)"
}
falls --fail-on-loss
falls --fail-on-loss=0
falls --fail-on-loss=16.6666
has "$WORK/err" "1 of 6 lines"
falls --fail-on-loss=16.6667
hasnt "$WORK/err" "1 of 6 lines"
has "$WORK/err" "0 of 2 branches"
falls --fail-on-loss=49.9999
expect 0 "$ANYCOV" report -q --baseline ../half.json --fail-on-loss=50 ../less
expect 0 "$ANYCOV" report -q --baseline ../half.json --fail-on-loss=100 ../less
for value in -1 101 1% x 1e1 0.00001; do
	expect 2 "$ANYCOV" report --baseline ../half.json "--fail-on-loss=$value" ../less
	one_sentence
	has "$WORK/err" "--fail-on-loss=$value: not a number of points"
done
expect 2 "$ANYCOV" report --fail-on-loss ../less
one_sentence
has "$WORK/err" "--fail-on-loss requires --baseline"

# Unknown is not covered; an incomplete report is 3 in any case.
cp -r ../half ../unknown
mkflags flags ../a.spec ../unknown/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report -q --baseline ../half.json --fail-on-loss ../unknown
has "$WORK/err" "1 of 6 lines covered (16.6 %), 5 unknown: below the 33.3 %"
expect 4 "$ANYCOV" report -q --allow-incomplete --baseline ../half.json --fail-on-loss ../unknown
expect 0 "$ANYCOV" report -q --baseline ../unknown --fail-on-loss ../half
has "$WORK/err" "--baseline ../unknown: incomplete, so that a loss may not be seen"

# Of what was selected, in a recording; without branches.
expect 0 "$ANYCOV" report --summary --baseline ../half --fail-on-loss --include 'src/a.c' ../half
has "$WORK/out" "lines 66.6% (2/3)"
has "$WORK/out" "lines unchanged"
grep -v '^BR' ../all.info >../lines.info
expect 4 "$ANYCOV" report -q --baseline ../lines.info --fail-on-loss ../half
has "$WORK/err" "below the 100.0 % of ../lines.info"
has "$WORK/err" "../lines.info: has no branches, so that --fail-on-loss compares none"

# Changed lines are compared with the lines of the baseline.
repository "$WORK/repo"
mkdir src
seq 9 >src/a.c
git add src
git commit -qm one
sed -i 's/^5$/5x/' src/a.c
expect 4 "$ANYCOV" report -q --changes HEAD --baseline ../half.json --fail-on-loss ../half
has "$WORK/err" "0 of 1 changed lines covered (0.0 %), 0 unknown: below the 33.3 % of the lines of ../half.json"
[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not changed lines alone"
expect 0 "$ANYCOV" report -q --changes HEAD --baseline ../half.json --fail-on-loss=34 ../half
sed -i 's/^2$/2x/; s/^5x$/5/' src/a.c
expect 0 "$ANYCOV" report -q --changes HEAD --baseline ../half.json --fail-on-loss ../half

# Another checkout of the same sources: Cobertura's names are relative, lcov's are mapped.
for f in half.info half.xml; do
	sed "s|$WORK/repo|/builds/x/proj|" ../$f >../moved-$f
done
expect 0 "$ANYCOV" report --summary --baseline ../moved-half.xml ../half
cmp "$WORK/out" ../half.trend || fail "Cobertura of another checkout"
# Several directories, as gcovr writes them; a mark of the byte order.
{
	printf '\357\273\277'
	sed "s|<source>.*|<source>/usr/include</source>&<source>/usr/lib</source>|" ../half.xml
} >../several.xml
[ "$(grep -o '<source>' ../several.xml | wc -l)" -eq 3 ] || fail "no three directories"
expect 0 "$ANYCOV" report --summary --baseline ../several.xml ../half
cmp "$WORK/out" ../half.trend || fail "several directories"
expect 1 "$ANYCOV" report --summary --baseline ../moved-half.info ../half
one_sentence
has "$WORK/err" "contains none of the 2 files"
expect 0 "$ANYCOV" report --summary --source-map "/builds/x/proj=$WORK/repo" --baseline ../moved-half.info ../half
cmp "$WORK/out" ../half.trend || fail "lcov of another checkout"

# Several records of a file are merged, as lcov does; other writers have other records, too.
cat >../merged.info <<END
TN:one
SF:$WORK/repo/src/a.c
VER:x
FN:1,main
FNDA:0,main
DA:2,0,checksum
DA:3,-1
DA:5,0
BRDA:2,0,0,-
BRDA:2,0,1,0
LF:3
LH:0
end_of_record
TN:two
SF:$WORK/repo/src/a.c
FNDA:7,main
DA:2,18446744073709551615
DA:3,1
DA:5,0
BRDA:2,0,0,2
BRDA:2,0,1,0
end_of_record
END
expect 0 "$ANYCOV" report --summary --baseline ../merged.info --function main ../half
has "$WORK/out" "lines unchanged, functions unchanged, branches unchanged"

# What is damaged: one sentence with the line.
bad() # NUMBER: of the line; the file is ../bad
{
	expect 1 "$ANYCOV" report --baseline ../bad --html pages ../half
	one_sentence
	has "$WORK/err" "../bad:$1: not"
	[ ! -e pages ] || fail "pages in spite of an error"
}
for record in 'DA:' 'DA:x,1' 'DA:0,1' 'DA:4294967296,1' 'DA:1' 'DA:1,' 'DA:1,99999999999999999999' 'BRDA:1' \
	'BRDA:1,0,0,x' 'FNDA:1' 'FNDA:x,f' 'FNA:1' 'FNA:x,1,f'; do
	printf 'TN:\nSF:%s/src/a.c\n%s\nend_of_record\n' "$PWD" "$record" >../bad
	bad 3
done
printf 'TN:\nDA:1,1\nend_of_record\n' >../bad
bad 2
printf 'TN:\nSF:x\nDA:1,1\n' >../bad
expect 1 "$ANYCOV" report --baseline ../bad ../half
one_sentence
has "$WORK/err" "../bad: truncated, no end_of_record"
for xml in '<coverage>' '<coverage><class/></coverage>' '<x></x>' '<coverage' '<coverage><class filename="a"><line number="1"' \
	'<coverage><class filename="a"><line number="0" hits="1"/></class></coverage>' \
	'<coverage><class filename="a"><line number="1" hits="-1"/></class></coverage>' \
	'<coverage><class filename="a"><line number="1"/></class></coverage>' \
	'<coverage><line number="1" hits="1"/></coverage>' '</coverage>' '<coverage><!-- ' '<coverage a></coverage>' \
	'<coverage a="b></coverage>' '<!DOCTYPE coverage [<!ENTITY a "b">]><coverage/>' \
	'<coverage><class filename="&a;"/></coverage>' '<coverage><class filename="&#0;"/></coverage>' \
	'<coverage><class filename="&#x110000;"/></coverage>' '<coverage><class filename=""/></coverage>' \
	'<coverage><class filename="a"><line number="1" hits="1" condition-coverage="50% (2/1)"/></class></coverage>' \
	'<coverage><class filename="a"><line number="1" hits="1" condition-coverage="50%"/></class></coverage>'; do
	printf '%s\n' "$xml" >../bad
	expect 1 "$ANYCOV" report --baseline ../bad ../half
	one_sentence
	grep -q '^anycov report: \.\./bad:[12]: not Cobertura' "$WORK/err" || { cat "$WORK/err"; fail "$xml"; }
done
# Each beginning of good ones is no baseline, and crashes nothing.
for f in half.info half.xml; do
	size=$(wc -c <../$f)
	for n in $(seq 1 37 $((size - 20))); do
		head -c "$n" ../$f >../bad
		# Whole records are a tracefile.
		if grep -q end_of_record ../bad && ! sed '1,/end_of_record/d' ../bad | grep -q SF:; then
			continue
		fi
		expect 1 "$ANYCOV" report --baseline ../bad ../half
		one_sentence
	done
done
printf '<?xml version="1.0"?>\n<!-- a > b --><coverage\n>\n<packages><class name="x" filename="src/&#97;.c"\n/></packages></coverage>' \
	>../bad
expect 0 "$ANYCOV" report --summary --baseline ../bad ../half
# Directories and files that are no recordings.
mkdir ../none
expect 1 "$ANYCOV" report --baseline ../none ../half
one_sentence
has "$WORK/err" "../none/report.json: not there, and the directory contains no recording"
expect 1 "$ANYCOV" report --baseline ../missing ../half
one_sentence
has "$WORK/err" "../missing: cannot read"
# A recording does not show what was built and did not run.
[ -n "$GCC" ] && have "$GCC" || exit 0
mkdir "$WORK/built"
cd "$WORK/built"
echo 'int main(void) { return 0; }' >x.c
cp x.c y.c
"$ANYCOV" cc "$GCC" -g x.c -o x
"$ANYCOV" cc "$GCC" -g y.c -o y
expect 0 "$ANYCOV" run ./x
cp -r anycov-data before
expect 2 "$ANYCOV" report --baseline before --fail-on-loss
one_sentence
has "$WORK/err" "--baseline before: a recording does not show what was built and did not run"
expect 0 "$ANYCOV" report --baseline before --fail-on-loss --no-build
