# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A report of more than a screen ends with its totals, in the width of the terminal; each image has one
# row if its name fits beside the numbers.
. "${0%/*}/lib.sh"

# make NAME FUNCTIONS WORDS...: a recording of an image with so many functions
make()
{
	id=$(printf '%s' "$1" | od -An -tx1 | tr -d ' \n')
	for n in $(seq "$2"); do
		[ "$n" -gt 1 ] || echo "image id=$id"
		cat <<END
function f$n file=$1.c dir=/w line=$((3 * n))
block 0 probed calls succ=1,2 lines=$((3 * n))
block 1 probed exit lines=$((3 * n + 1))
block 2 probed exit lines=$((3 * n + 2))
flags 0,1,2
END
	done >a.spec
	hit=$(seq -s, -f 'f%g:0' "$2"),f1:1
	shift 2
	mkflags image a.spec "d/a-$id.image"
	mkflags flags a.spec "d/a-$id.flags" "hit=$hit" "id=$id" \
		"path=$WORK/directory/of/tests/test-$id" "$@"
}

mkdir d
: >d/.anycov-data
make first 1
make second 60
expect 0 "$ANYCOV" report --functions d
cat >want <<'END'
Total: lines 34.4% (63/183), functions 100.0% (61/61), branches 1.6% (2/122)
END
tail -n 1 out | diff want - || fail "no totals at the end"
expect 0 "$ANYCOV" report d
hasnt out "Total:"
hasnt out "Functions "
has out "  directory/of/tests/test-6669727374       2/3   66.6%      1/1"
expect 0 "$ANYCOV" report d/a-6669727374.flags
hasnt out "Total:"
make second 60 how=2 started=2 copied=1
COLUMNS=80 expect 3 "$ANYCOV" report --functions d
tail -n 2 out >end
has end "Total: lines 34.4% (63/183), functions 100.0% (61/61), branches 1.6% (2/122);"
has end "  unknown: 119 lines, 119 branches"
awk 'length > 80 { exit 1 }' out || fail "a row of more than 80 columns"

# Of many images only their number.
expect 3 "$ANYCOV" report --all d
has out "Images "
hasnt out "Images:"
