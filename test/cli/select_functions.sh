# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --function selects functions by their names, mangled or not, with their lines alone.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=a.cc line=1
block 0 probed calls exit lines=2,3
flags 0
function _ZN3one4findEi file=a.cc line=5
block 0 probed succ=1 lines=6,7
block 1 probed exit lines=8
flags 0,1
function _ZN3two4findEi file=a.cc line=5 id=77
block 0 probed succ=1 lines=6,7
block 1 probed exit lines=8
flags 0,1
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags \
	hit=main:0,_ZN3one4findEi:0,_ZN3two4findEi:0,_ZN3two4findEi:1

expect 0 "$ANYCOV" report --functions d
totals functions 3 3
totals lines 5 5
for name in _ZN3one4findEi 'one::find(int)' one::find 'one::*' '_ZN3one*'; do
	expect 0 "$ANYCOV" report --functions --lcov t.info --function "$name" d
	totals functions 1 1
	# Line 8 was executed by the other function alone.
	totals lines 2 3
	totals blocks 1 2
	totals edges 0 1
	has t.info "DA:8,0"
	hasnt t.info two
	has out "Left out: 2 functions"
done
expect 0 "$ANYCOV" report --functions --function '*::find' d
totals functions 2 2
totals lines 3 3
expect 0 "$ANYCOV" report --functions --function main --function two::find d
totals functions 2 2
totals lines 5 5
expect 1 "$ANYCOV" report --functions --function three::find d
one_sentence
has err "nothing to report: 3 functions left out; --function three::find matches nothing"
expect 0 "$ANYCOV" report --functions --function main --function three::find d
has err "--function three::find: matches nothing"
