# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --include and --exclude select source files for every output; headers of the system
# are left out unless --include names them.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=main.c dir=$WORK/src line=1
block 0 probed calls exit lines=2,3
flags 0
function help file=lib/help.c dir=$WORK/src line=1
block 0 probed succ=1 lines=2,3
block 1 probed exit lines=4
flags 0,1
function atoi file=/usr/include/stdlib.h line=10
block 0 probed exit lines=11
flags 0
function vector file=/usr/include/c++/12/vector line=10
block 0 probed exit lines=11,12
flags 0
END
mkdir d src
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,atoi:0,help:0

report()
{
	expect 0 "$ANYCOV" report --functions --lcov t.info --html pages --json -o t.json "$@" d
	expect 0 "$ANYCOV" report --functions "$@" d
}

report
totals lines 4 5
totals functions 2 2
totals blocks 2 3
has out "Left out: 2 system headers, 2 functions"
[ "$(grep -c '^SF:' t.info)" -eq 2 ] || fail "lcov has a header of the system"
hasnt t.json stdlib.h
has t.json '"left_out": "2 system headers, 2 functions"'
has pages/index.html "Left out: 2 system headers, 2 functions"
ls pages | grep -q stdlib && fail "HTML has a header of the system"

report --exclude 'lib/*'
totals lines 2 2
hasnt t.info help
has out "Left out: 1 file, 2 system headers, 3 functions"
report --exclude lib
totals lines 2 2
report --exclude help.c
totals lines 2 2
report --exclude "$WORK/src/lib/"
totals lines 2 2
report --exclude '*/l?b/h*'
totals lines 2 2
report --exclude src/lib
totals lines 2 2
cd src
expect 0 "$ANYCOV" report --functions --exclude ./lib ../d
totals lines 2 2
mkdir deep
cd deep
expect 0 "$ANYCOV" report --functions --exclude ../lib ../../d
totals lines 2 2
cd ../..

report --include lib
totals lines 2 3
totals functions 1 1
report --include lib --include main.c
totals lines 4 5
report --include src --exclude lib
totals lines 2 2
report --include '*/stdlib.h' --include src
totals lines 5 6
has out "Left out: 1 file, 1 function"

# A pattern that matches nothing is named; if nothing is left, there is no report.
expect 0 "$ANYCOV" report --functions --include src --include srk d
has err "--include srk: matches nothing"
expect 1 "$ANYCOV" report --functions --include srk --lcov none.info d
one_sentence
has err "nothing to report: 4 files, 4 functions left out"
[ -e none.info ] && fail "an output of nothing"
# What is unknown remains so.
mkflags flags a.spec d/a-a1.flags hit=main:0 started=2 how=2 copied=1
expect 3 "$ANYCOV" report --functions --include lib d
grep -Eq '^  lines +0 +0.0% +0 +3 +3$' out || fail "unknown lines changed"
