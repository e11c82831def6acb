# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --mcdc names conditions and their values as the source means them: where ! is of a left
# operand alone, in a macro, or of each condition, and where lines are continued in comments, strings
# and directives.
. "${0%/*}/lib.sh"

# shows COMPILER WANT...: the conditions of t.c are these lines
shows()
{
	rm -rf anycov-data
	expect 0 "$ANYCOV" cc "$1" -O0 t.c -o t
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report --mcdc f
	shift
	for want; do
		has out "$want"
	done
}

tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	cat >t.c <<'END'
int f(int x, int a, int b)
{
	if (x && !a == b)
		return 1;
	if (x && !a != !b)
		return 2;
	return 0;
}
int main(void) { return f(1, 2, 1) > 9; }
END
	shows "$cc" 'condition 1 (!a == b): true not covered, false covered' \
		'condition 1 (!a != !b): true not covered, false covered'
	cat >t.c <<'END'
/* example: \
   x */
// in dir/*
// more \
   of it
#define GLOB "refs/*"
int f(int a, int b, int c, int d)
{
	int r = 0;
	if (a && b)
		r = 1;
	if (c && d)
		r += 2;
	return r;
}
int main(void) { return f(1, 1, 0, 0) > 9; }
END
	shows "$cc" 'condition 0 (a): true covered, false not covered' 'condition 0 (c): true not covered, false covered'
	sed 's/$/\r/' t.c >t2.c && mv t2.c t.c
	shows "$cc" 'condition 0 (a): true covered, false not covered' 'condition 0 (c): true not covered, false covered'
	cat >t.c <<'END'
int f(int a, int b)
{
	if (!a && !b)
		return 1;
	return 0;
}
int main(void) { return f(0, 0) > 9; }
END
	shows "$cc" 'condition 0 (a): true not covered, false covered' 'condition 1 (b): true not covered, false covered'
	# Clang exchanges the ends for a ! that a macro hides.
	cat >t.c <<'END'
#define EMPTY(p) !(p)
int f(int a)
{
	if (EMPTY(a))
		return 2;
	return 0;
}
int main(void) { return f(0) > 9; }
END
	shows "$cc" 'condition outcomes covered 1/2'
	grep -q 'true not covered, false covered' out && fail "$cc: EMPTY(a) was true"
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
