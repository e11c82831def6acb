# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --mcdc of two variants of a function: outcomes that may be each other's are not taken for the
# same ones.  Of "if (!a)", compilers make branches whose first outcomes differ.
. "${0%/*}/lib.sh"

cat >s.c <<'END'
int f(int a)
{
	if (!a)
		return 2;
	return 0;
}
int never(int a) { return a + 1; }
int main(void) { return f(0) > 9; }
END
n=0
for cc in $GCC $CLANG; do
	have "$cc" || continue
	n=$((n + 1))
	expect 0 "$ANYCOV" cc "$cc" -O0 s.c -o "s$n"
	expect 0 "$ANYCOV" run --append "./s$n"
done
[ $n -gt 1 ] || lacks "plugins for gcc and clang"
expect 0 "$ANYCOV" report --mcdc f
has out 'condition outcomes covered 1/2'
grep -q 'condition outcomes covered 2/2' out && fail "a was never true"
expect 0 "$ANYCOV" report --mcdc -q --lcov a.info
grep '^MCDC:3,1,[tf],1' a.info | grep -c . >n || :
[ "$(cat n)" -le 1 ] || fail "records of both outcomes"
expect 0 "$ANYCOV" report --mcdc -q --lcov t.info
lines covered 3 4
lines uncovered 5 7
