# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A source built by two compilers, or twice by one, has its branches once: those of the build that ran.
# What only the other one has is counted.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

cat >p.c <<'END_OF_C'
static int f(int n)
{
#ifdef MORE
	if (n > 100)
		return 2;
#endif
	return n > 5 ? 1 : 0;
}
int main(int c, char **v)
{
	(void)v;
	if (c > 3 || f(c))
		return 1;
	return 0;
}
END_OF_C
branches()
{
	sed 's/.*, \(branches [^,;]*\).*/\1/' "$WORK/out"
}
have "$GCC" && have "$CLANG" || lacks "a gcc and a clang with a plugin"
for ran in "$GCC" "$CLANG"; do
	idle=$GCC
	[ "$ran" = "$GCC" ] && idle=$CLANG
	rm -rf .anycov-build d
	"$ANYCOV" cc "$ran" -g -O1 p.c -o ran
	expect 0 "$ANYCOV" run -o d ./ran
	expect 0 "$ANYCOV" report --summary d
	alone=$(branches)
	"$ANYCOV" cc "$idle" -g -O1 p.c -o idle
	expect 0 "$ANYCOV" report --summary d
	[ "$(branches)" = "$alone" ] || fail "$idle beside $ran: $(branches), alone: $alone"
	"$ANYCOV" cc "$idle" -g -O1 -DMORE p.c -o more
	expect 0 "$ANYCOV" report --lcov l.info d
	grep -q '^BRDA:4,[0-9]*,[0-9]*,-$' l.info || { cat l.info; fail "a branch that only $idle has"; }
	grep -q '^DA:5,0$' l.info || { cat l.info; fail "a line that only $idle has"; }
	grep -q '^DA:12,1$' l.info || { cat l.info; fail "a line that both have"; }
done
