# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --fail-under-lines, -functions and -branches: exit status 4 if less is covered; an
# incomplete report is 3 in any case.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=a.c line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
function other file=a.c line=8
block 0 probed exit lines=9,10,11
flags 0
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1
# Lines 2 of 6, functions 1 of 2, branches 1 of 2.

passes()
{
	expect 0 "$ANYCOV" report "$@" d
	[ -s err ] && fail "an error: $*"
	has out "Files"
}
misses()
{
	expect 4 "$ANYCOV" report --lcov t.info "$@" d
	# The report is written all the same.
	has out "Files"
	[ -s t.info ] || fail "no lcov"
	rm t.info
}
passes --fail-under-lines 33.3333 --fail-under-functions 50 --fail-under-branches 50
passes --fail-under-lines 0
misses --fail-under-lines 33.3334
has err "2 of 6 lines covered (33.3 %), 0 unknown: below --fail-under-lines 33.3334"
misses --fail-under-functions 50.1
has err "1 of 2 functions covered (50.0 %)"
misses --fail-under-branches 100
has err "1 of 2 branches covered (50.0 %)"
misses --fail-under-lines 50 --fail-under-functions 60 --fail-under-branches 70
[ "$(wc -l <err)" -eq 3 ] || fail "not each threshold is named"
# Of what was selected.
passes --fail-under-lines 66 --function main
misses --fail-under-lines 67 --function main
# Of what all images have together.
printf '%s\n' --fail-under-lines\ 99 >.anycov
expect 4 "$ANYCOV" report d
rm .anycov

# Unknown lines are not covered.
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1 how=2 started=2 copied=1
expect 3 "$ANYCOV" report --fail-under-lines 50 d
has err "below --fail-under-lines 50"
expect 4 "$ANYCOV" report --allow-incomplete --fail-under-lines 50 d
has err "4 unknown: below"

for value in 101 -1 100.1 80% '' 1e1 0x10 33.33333 .5 nan; do
	expect 2 "$ANYCOV" report --fail-under-lines="$value" d
	one_sentence
	has err "not a percentage"
done
