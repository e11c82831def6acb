# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# --lcov-version 2 has functions as lcov 2.2 and later write them: FNL with first and last line, and
# FNA for each name, from a line with a count on, as genhtml 2 wants; 1, the default, has FN and FNDA, which lcov 1.x and 2.x read.
. "${0%/*}/lib.sh"
mkdir d
: >d/.anycov-data
# Two instances of a template, one of them covered; a function that is not; one that is unknown.
cat >a.spec <<END
image
function _Z1fIiEvT_ file=a.cc dir=$WORK line=3
block 0 probed succ=1 lines=3
block 1 probed exit lines=5
flags 0,1
function _Z1fIlEvT_ file=a.cc dir=$WORK line=3
block 0 probed succ=1 lines=3
block 1 probed exit lines=5
flags 0,1
function unused file=a.cc dir=$WORK line=7
block 0 probed exit lines=7,8
flags 0
function main file=b.cc dir=$WORK line=1
block 0 probed exit lines=2
flags 0
END
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=_Z1fIiEvT_:0,_Z1fIiEvT_:1,main:0
expect 0 "$ANYCOV" report -q --lcov 1.info d
expect 0 "$ANYCOV" report -q --lcov-version 1 --lcov same.info d
cmp 1.info same.info || fail "version 1 is not the default"
expect 0 "$ANYCOV" report -q --lcov-version 2 --lcov 2.info d
cat >want <<END
TN:
SF:$PWD/a.cc
FNL:0,3,5
FNA:0,1,_Z1fIiEvT_
FNA:0,0,_Z1fIlEvT_
FNL:1,7,8
FNA:1,0,unused
FNF:2
FNH:1
DA:3,1
DA:5,1
DA:7,0
DA:8,0
LF:4
LH:2
end_of_record
TN:
SF:$PWD/b.cc
FNL:0,2,2
FNA:0,1,main
FNF:1
FNH:1
DA:2,1
LF:1
LH:1
end_of_record
END
diff 2.info want || fail "version 2"
grep -v '^FN' 1.info >lines
grep -v '^FN' 2.info | cmp - lines || fail "other lines"
grep '^FN' 1.info >functions
cat >want <<END
FN:3,_Z1fIiEvT_
FN:7,unused
FNDA:1,_Z1fIiEvT_
FNDA:0,unused
FNF:2
FNH:1
FN:2,main
FNDA:1,main
FNF:1
FNH:1
END
diff functions want || fail "version 1"
# Unknown functions are omitted, and what is left is numbered without a gap.
mkflags flags a.spec d/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report -q --lcov-version 2 --lcov u.info d
grep '^FN' u.info >functions
printf 'FNF:0\nFNH:0\nFNL:0,2,2\nFNA:0,1,main\nFNF:1\nFNH:1\n' | diff functions - || fail "unknown"
for options in "--lcov-version 3 --lcov x.info" "--lcov-version 2" "--lcov-version= --lcov x.info"; do
	# shellcheck disable=SC2086
	expect 2 "$ANYCOV" report $options d
	one_sentence
done

# The reader that they are for, if it is installed: without a warning.
needs genhtml "genhtml (lcov)" || exit 0
seq 9 >a.cc
seq 9 >b.cc
case $(genhtml --version) in
*" 1."* | *" 2.0"* | *" 2.1"*)
	genhtml_quietly -o html 1.info
	echo "missing: lcov 2.2 or later"
	;;
*)
	genhtml -q -o html 2.info >log 2>&1 || { cat log; fail "genhtml"; }
	! grep -qi "warn\|error" log || { cat log; fail "genhtml warns"; }
	genhtml_quietly -o html 1.info
	expect 0 lcov --summary 2.info
	has out "(2 of 4 functions)"
	;;
esac
