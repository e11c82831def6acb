# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# merge: the same bytes in any order and grouping; diff: what is newly and no longer covered.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

"$MKDUMP" pc 5 3 3 9 . cmp 5 1 2 3 >a
"$MKDUMP" pc 9 1 . cmp 5 1 2 3 cmp 5 1 3 3 >b
"$MKDUMP" pc 7 . >c
expect 0 "$ANYCOV" merge -o abc a b c
expect 0 "$ANYCOV" merge -o cba c b a
cmp abc cba || fail "the order matters"
expect 0 "$ANYCOV" merge -o ab a b
expect 0 "$ANYCOV" merge -o ab_c ab c
expect 0 "$ANYCOV" merge -o bc b c
expect 0 "$ANYCOV" merge -o a_bc bc a
cmp abc ab_c || fail "the grouping matters"
cmp abc a_bc || fail "the grouping matters"
expect 0 "$ANYCOV" merge -o again abc abc
cmp abc again || fail "a merge with itself differs"
expect 0 "$ANYCOV" dump --rawcover abc
printf '0x1\n0x3\n0x5\n0x7\n0x9\n0x3\n0x3\n' | cmp - out || fail "records"

# The same file, loaded at another address, is one module.
"$MKDUMP" mod 0x10000 0x11000 0x12000 aa /bin/x pc 0x11010 0x11020 . >m1
"$MKDUMP" mod 0x90000 0x91000 0x92000 aa /bin/x mod 0x200000 0x200000 0x300000 bb /lib/y \
	pc 0x91020 0x91030 0x200004 . >m2
expect 0 "$ANYCOV" merge -o m12 m1 m2
expect 0 "$ANYCOV" merge -o m21 m2 m1
cmp m12 m21 || fail "modules: the order matters"
expect 0 "$ANYCOV" merge -o m121 m12 m1
cmp m12 m121 || fail "modules: the grouping matters"
expect 0 "$ANYCOV" dump --rawcover m12
[ "$(wc -l <out)" -eq 4 ] || fail "modules: records"
expect 0 "$ANYCOV" diff m1 m2
has out "+ 0x1030 /bin/x"
has out "+ 0x4 /lib/y"
has out "- 0x1010 /bin/x"
has out "2 addresses newly covered, 1 no longer covered"
expect 1 "$ANYCOV" diff --fail-on-loss m1 m2
expect 0 "$ANYCOV" diff --fail-on-loss m1 m12
has out "2 addresses newly covered, 0 no longer covered"

# Dumps that cannot be merged, damaged dumps.
"$MKDUMP" word 4 pc 1 . >w4
expect 1 "$ANYCOV" merge -o no a w4
one_sentence
expect 1 "$ANYCOV" merge -o no a m1
one_sentence
head -c 50 a >cut
expect 1 "$ANYCOV" merge -o no a cut
one_sentence
[ ! -e no ] || fail "an output in spite of an error"
expect 1 "$ANYCOV" diff a cut
one_sentence

# A directory as output.
expect 1 "$ANYCOV" merge -o . a
one_sentence
has err "anycov merge: .: is a directory; use a file name"

# By lines.
cat >t.c <<'END'
int main(int c, char **v)
{
	(void)v;
	if (c > 1)
		return 0;
	return 0;
}
END
"$ANYCOV" cc gcc -g -O0 t.c -o t
expect 0 "$ANYCOV" run -o one.dump ./t
expect 0 "$ANYCOV" run -o two.dump ./t x
expect 0 "$ANYCOV" diff --image t one.dump two.dump
has out "+ t.c:5"
has out "- t.c:6"
expect 0 "$ANYCOV" merge -o both one.dump two.dump
expect 0 "$ANYCOV" diff --fail-on-loss --image t one.dump both
has out "1 line newly covered, 0 no longer covered"
expect 0 "$ANYCOV" report --strict --image t both
has out "lines      "
