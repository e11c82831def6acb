# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov tests: names are whole and the numbers in columns, beside the names if there is room in the
# terminal, else below them.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_TEST

cat >a.spec <<END
image
function main file=a.c dir=$WORK line=1
block 0 probed calls succ=1,2 lines=2,3
block 1 probed calls exit lines=4
block 2 probed exit lines=5
flags 0,1,2
END
long=tests/a.py::Class::name_of_forty_columns
longest=$long/$long/$long
n=0
for name in short $long "$longest"; do
	n=$((n + 1))
	mkdir -p d/$n
	echo "$name" >d/$n/.anycov-data
	mkflags image a.spec d/$n/a-a1.image
	mkflags flags a.spec d/$n/a-a1.flags hit=main:0,main:1
done
: >d/.anycov-data
COLUMNS=80 expect 0 "$ANYCOV" tests d
cat >want <<END
Tests                                        lines           alone  blocks added
  short                                          3  75.0%       0       2
  $long       3  75.0%       0 redundant
  $longest
                                                 3  75.0%       0 redundant
END
head -n 5 out >rows
diff want rows || fail "80 columns"
COLUMNS=80 expect 0 "$ANYCOV" tests d a.c
sed 1d out >rows
cat >want <<END
  short                                          3 of 4 lines
  $long       3 of 4 lines
  $longest
                                                 3 of 4 lines
END
diff want rows || fail "tests of a file"
COLUMNS=200 expect 0 "$ANYCOV" tests d
has out "  $longest       3  75.0%       0 redundant"

# A recording without a name is no test: it takes no line from those that only one test covers.
mkdir -p e/1 e/2
echo one >e/1/.anycov-data
echo two >e/2/.anycov-data
: >e/.anycov-data
for d in e/1 e/2 e; do
	mkflags image a.spec $d/a-a1.image
done
mkflags flags a.spec e/1/a-a1.flags hit=main:0,main:1
mkflags flags a.spec e/2/a-a1.flags hit=main:0,main:2
COLUMNS=80 expect 0 "$ANYCOV" tests e
head -n 3 out >named
mkflags flags a.spec e/a-a1.flags hit=main:0,main:1,main:2
COLUMNS=80 expect 0 "$ANYCOV" tests e
cat >want <<END
Tests                                    lines           alone  blocks added
  one                                        3  75.0%       1       2
  two                                        3  75.0%       1       1
END
diff want named || fail "alone among named tests"
echo "  (no test)                                  4 100.0%       -       -" >>want
head -n 4 out >rows
diff want rows || fail "alone beside a recording without a name"
expect 0 "$ANYCOV" tests e --json
grep -o '"lines_alone": *[0-9]*' out | tr -dc '0-9\n' | tr '\n' ' ' >alone
[ "$(cat alone)" = "1 1 0 " ] || { cat out; fail "lines_alone"; }
