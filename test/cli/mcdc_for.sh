# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --mcdc names the conditions that a for statement tests.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int f(int n, int a);
int f(int n, int a)
{
	int i;

	for (i = 0; i < n && a; i++)
		a--;
	return i;
}
int never(int n)
{
	return n + 1;
}
int main(void)
{
	return f(2, 1) > 9;
}
END
tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	rm -rf anycov-data
	expect 0 "$ANYCOV" cc "$cc" -O0 t.c -o t
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report --mcdc f
	has out 'condition outcomes covered 3/4'
	has out 'condition 0 (i < n): true covered, false not covered'
	expect 0 "$ANYCOV" report --mcdc --no-build --lcov t.info
	lines covered 6 7 8
	lines uncovered 12
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
