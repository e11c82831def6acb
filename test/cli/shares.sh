# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Every output rounds percentages down, shows 100.0 for all alone, and 0.0 for nothing alone.
. "${0%/*}/lib.sh"
mkdir d
: >d/.anycov-data
repository .
git commit -q --allow-empty -m one
seq 5000 >a.c
git add a.c

# shares FIRST-LINES SECOND-LINES PER-CENT: the first block is covered, the second one is not
shares()
{
	cat >a.spec <<END
image
function main file=a.c dir=$WORK line=1
block 0 probed succ=1,2 lines=$(seq -s, 1 "$1")
block 1 probed exit lines=$(seq -s, $(($1 + 1)) $(($1 + $2)))
block 2 probed exit lines=1
flags 0,1,2
END
	mkflags image a.spec d/a-a1.image
	mkflags flags a.spec d/a-a1.flags hit=main:0
	sum=$(($1 + $2))
	expect 0 "$ANYCOV" report --html pages d
	grep -Eq "^  lines +$1 +$3% " out || { cat out; fail "$3: the head of the text"; }
	grep -Eq "^  a\.c +$1/$sum +$3%" out || { cat out; fail "$3: a file of the text"; }
	html=$(echo "$3" | sed 's/</\&lt;/')
	has pages/index.html "$html<small>%"
	has pages/index.html "<span class=\"pc\">$html%</span>"
	expect 0 "$ANYCOV" report --summary d
	has out "lines $3% ($1/$sum)"
	expect 0 "$ANYCOV" report main d
	has out "$1 of $sum lines covered ($3 %)"
	expect 0 "$ANYCOV" report --changes HEAD d
	has out "$1 of $sum changed lines covered ($3 %)"
	expect 0 "$ANYCOV" report --changes HEAD --changes-format markdown d
	has out "**$1 of $sum changed lines covered ($html %)**"
	expect 4 "$ANYCOV" report -q --fail-under-lines 100 d
	has err "$1 of $sum lines covered ($3 %)"
}
shares 4999 1 99.9
shares 2 1 66.6
shares 1 1000 '<0.1'
shares 1 999 0.1
