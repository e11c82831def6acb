# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --summary prints one line, -q nothing; other outputs are written.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=a.c line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1
expect 0 "$ANYCOV" report --summary --lcov t.info d
echo "lines 66.6% (2/3), functions 100.0% (1/1), branches 50.0% (1/2)" >line
diff line out || fail "summary"
[ -s t.info ] || fail "no lcov"
expect 4 "$ANYCOV" report --summary --fail-under-lines 67 d
diff line out || fail "summary"
expect 0 "$ANYCOV" report -q --lcov q.info d
cmp t.info q.info || fail "other lcov"
[ ! -s out ] || fail "-q prints"
expect 4 "$ANYCOV" report -q --fail-under-lines 67 d
[ ! -s out ] || fail "-q prints"
has err "below --fail-under-lines 67"
expect 0 "$ANYCOV" report --quiet -o file d
[ ! -s out ] && has file "Files" || fail "-q drops the report of -o"
mkflags flags a.spec d/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report --summary d
has out "lines 33.3% (1/3), functions 100.0% (1/1), branches 0.0% (0/2); unknown: 2 lines, 2 branches"
for words in "--summary --json" "--summary --changes HEAD" "--quiet --summary"; do
	# shellcheck disable=SC2086
	expect 2 "$ANYCOV" report $words d
	one_sentence
done
