# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report takes what other tools measured (lcov's tracefiles, gcovr's JSON) as further inputs: sources
# that anycov did not compile are in one report with those that it did.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=main.c dir=$WORK line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1
seq 9 >other.c

# Line 3 has two branches: of one the first outcome was taken, the other did not run.
cat >l.info <<END
TN:
SF:$WORK/other.c
FN:1,pick
FN:7,never
FNDA:5,pick
FNDA:0,never
DA:1,5
DA:3,5
BRDA:3,0,0,5
BRDA:3,0,1,0
BRDA:3,1,0,-
BRDA:3,1,1,-
BRDA:3,e2,0,1
DA:4,0
DA:7,0
DA:8,0
end_of_record
END
# The same, but that the other branch has run and function never, too.
cat >g.json <<'END'
{"gcovr/format_version": "0.5", "files": [{"file": "other.c", "functions": [
  {"execution_count": 2, "lineno": 1, "name": "pick"},
  {"execution_count": 1, "lineno": 7, "name": "never"}],
 "lines": [
  {"branches": [], "count": 2, "gcovr/excluded": false, "gcovr/noncode": false, "line_number": 1},
  {"branches": [{"count": 0, "fallthrough": false, "throw": false},
    {"count": 2, "fallthrough": false, "throw": false},
    {"count": 0, "fallthrough": false, "throw": true},
    {"count": 0, "fallthrough": false, "throw": false, "gcovr/excluded": true}],
   "count": 2, "gcovr/noncode": false, "line_number": 3},
  {"branches": [], "count": 0, "gcovr/noncode": false, "line_number": 4},
  {"branches": [], "count": 0, "gcovr/noncode": true, "line_number": 5},
  {"branches": [], "count": 1, "gcovr/noncode": false, "line_number": 7},
  {"branches": [], "count": 0, "gcovr/excluded": true, "line_number": 8}]}]}
END

# Alone, with a recording, and together.
expect 0 "$ANYCOV" report l.info
totals lines 2 5
totals functions 1 2
totals branches 1 4
hasnt out "unknown:"
expect 0 "$ANYCOV" report --summary g.json
has out "lines 75.0% (3/4), functions 100.0% (2/2), branches 50.0% (1/2)"
expect 0 "$ANYCOV" report --summary d l.info
has out "lines 50.0% (4/8), functions 66.6% (2/3), branches 33.3% (2/6)"
expect 0 "$ANYCOV" report --summary l.info d g.json
has out "lines 62.5% (5/8), functions 100.0% (3/3), branches 50.0% (3/6)"
# Counts are added, and every output has them.
expect 0 "$ANYCOV" report -q --lcov t.info --cobertura t.xml --sonarqube s.xml --csv t.csv --llvm-json l.json \
	--html pages --json -o t.json l.info g.json d
for record in "SF:$WORK/other.c" FNDA:7,pick FNDA:1,never DA:1,7 DA:3,7 DA:4,0 DA:7,1 DA:8,0 BRDA:3,0,0,1 BRDA:3,0,1,1 \
	BRDA:3,1,0,- BRDA:3,1,1,- "SF:$WORK/main.c" DA:2,1 DA:5,0; do
	grep -qxF "$record" t.info || { cat t.info; fail "no $record"; }
done
[ "$(grep -c ^BRDA t.info)" -eq 6 ] || fail "branches by exceptions"
has t.csv '"other.c",5,3,2,0,4,2,2,0'
has s.xml '<lineToCover lineNumber="3" covered="true" branchesToCover="4" coveredBranches="2"/>'
python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" t.json || fail "schema"
ls pages | grep -q 'f-.*other' || fail "no page"
# What was written is read again, and is the same.
grep -v '^TN\|^[BLF][RFN]*[FH]:' t.info >once
expect 0 "$ANYCOV" report -q --lcov again.info t.info
grep -v '^TN\|^[BLF][RFN]*[FH]:' again.info | cmp once - || { diff once again.info; fail "another tracefile"; }
expect 0 "$ANYCOV" report -q --lcov-version 2 --lcov two.info d l.info
expect 0 "$ANYCOV" report --summary two.info
has out "lines 50.0% (4/8), functions 66.6% (2/3), branches 33.3% (2/6)"

# Selection, one function, baselines and thresholds.
expect 0 "$ANYCOV" report --summary --include main.c d l.info
has out "lines 66.6% (2/3)"
expect 0 "$ANYCOV" report --summary --function pick d l.info
has out "lines 66.6% (2/3), functions 100.0% (1/1), branches 25.0% (1/4)"
expect 0 "$ANYCOV" report d l.info never
has out "0 of 2 lines covered"
cp t.info base.info
expect 4 "$ANYCOV" report -q --baseline base.info --fail-on-loss d l.info
has err "4 of 8 lines covered (50.0 %), 0 unknown: below the 62.5 % of base.info"
expect 4 "$ANYCOV" report -q --fail-under-branches 40 d l.info
# Comments in the source count here, too.
printf '1\n2\n3\n4 /* LCOV_EXCL_LINE */\n5\n6\n7\n8\n' >other.c
expect 0 "$ANYCOV" report --summary l.info
has out "lines 50.0% (2/4)"
seq 9 >other.c

# Sources of another checkout are mapped.
sed "s|$WORK|/builds/x|" l.info >moved.info
expect 0 "$ANYCOV" report -q --source-map "/builds/x=$WORK" --json -o m.json moved.info
has m.json '"path":"other.c"'
# A source that anycov measured is its own.
sed 's/other\.c/main.c/' l.info >both.info
expect 0 "$ANYCOV" report --summary d both.info
has err "$WORK/main.c: anycov measured it, too; what other tools measured of it is left out"
has out "lines 66.6% (2/3), functions 100.0% (1/1), branches 50.0% (1/2)"
# Without functions there are lines, and no branches.
grep -v '^FN' l.info >lines.info
expect 0 "$ANYCOV" report --summary d lines.info
has err "4 outcomes of branches that other tools measured are in no function, and are left out"
has out "lines 50.0% (4/8), functions 100.0% (1/1), branches 50.0% (1/2)"

# A function of unknown place has no lines.
grep -v '^FN:' l.info >places.info
expect 0 "$ANYCOV" report --summary places.info
has err "4 outcomes of branches"
has out "lines 40.0% (2/5), functions 50.0% (1/2)"

# What is damaged is an error of one sentence.
for record in 'DA:0,1' 'DA:1' 'BRDA:1,0,0' 'BRDA:1,0,x' 'BRDA:0,0,0,1' 'FN:1' 'FN:x,f' 'FNDA:1' 'FNL:x,1' 'FNL:1,x' 'FNA:1,1'; do
	printf 'SF:x.c\n%s\nend_of_record\n' "$record" >bad.info
	expect 1 "$ANYCOV" report d bad.info
	one_sentence
	has err "bad.info:2: not a record of lcov"
done
sed '$d' l.info >bad.info
expect 1 "$ANYCOV" report d bad.info
one_sentence
for change in 's/"files": \[/"files": {/' 's/"count": 2/"count": -2/' 's/"line_number": 3/"line_number": 0/' \
	's/"lineno": 1/"lineno": "1"/' 's/"file": "other.c"/"file": ""/' 's/"name": "pick"/"name": 1/' 's/}\]}$//'; do
	sed "$change" g.json >bad.json
	expect 1 "$ANYCOV" report d bad.json
	one_sentence
	has err "bad.json: not gcovr's JSON"
done
expect 1 "$ANYCOV" report d r.json.none
one_sentence

# What the tools themselves write.
needs gcov-12 && needs gcovr && needs geninfo lcov || exit 0
mkdir real
cd real
printf 'int pick(int a)\n{\n\tif (a > 1)\n\t\treturn 2;\n\treturn a;\n}\nint never(void)\n{\n\treturn 1;\n}\n' >other.c
printf 'int pick(int);\nint main(int argc, char **v)\n{\n\t(void)v;\n\treturn pick(argc) != 1;\n}\n' >main.c
gcc-12 --coverage -O0 -c other.c
gcc-12 --coverage -O0 main.c other.o -o prog
./prog
gcovr --gcov-executable gcov-12 --json ../gcovr.json >gcovr.log 2>&1 || { cat gcovr.log; fail gcovr; }
geninfo -q --gcov-tool gcov-12 --rc lcov_branch_coverage=1 --rc branch_coverage=1 . -o ../geninfo.info >geninfo.log 2>&1 ||
	{ cat geninfo.log; fail geninfo; }
for f in gcovr.json geninfo.info; do
	expect 0 "$ANYCOV" report --summary ../$f
	has "$WORK/out" "lines 62.5% (5/8), functions 66.6% (2/3), branches 50.0% (1/2)"
	expect 0 "$ANYCOV" report ../$f pick
	has "$WORK/out" "3 of 4 lines covered"
done
