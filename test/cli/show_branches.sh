# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Below a line that was executed, report SOURCE has what its branches never did: with the condition
# as it is written, and its value.  HTML has the same words.
. "${0%/*}/lib.sh"

cat >a.c <<'EOF'
#include <stdio.h>
static int f(int x, int y, const char *s)
{
	if (x == 2 && y > 1)
		return 1;
	if (!s || (x && !y))
		return 2;
	switch (x) {
	case 1: return 3;
	case 9: return 4;
	}
	return x > 3 ? y : 7;
}
static int never(int x)
{
	if (x)
		return 1;
	return 0;
}
int main(int argc, char **argv)
{
	int n = 0;
	for (int i = 0; i < 3; i++)
		n += f(i == 1 ? 5 : i, 1, "<x>");
	if (argc > 5 && argv[1][0] == '<')
		n = never(n);
	while (n > 100)
		n--;
	printf("%d\n", n);
	return 0;
}
EOF
cat >want <<'EOF'
     4 +          if (x == 2 && y > 1)
       -      y > 1: true never
     6 +          if (!s || (x && !y))
       -      s: false never
       -      y: false never
     8 +          switch (x) {
       -      to line 9 never
       -      to line 10 never
    12 +          return x > 3 ? y : 7;
    16 -          if (x)
    23 +          for (int i = 0; i < 3; i++)
    24 +                  n += f(i == 1 ? 5 : i, 1, "<x>");
    25 +          if (argc > 5 && argv[1][0] == '<')
       -      argc > 5: true never
       -      argv[1][0] == '<': never evaluated
    27 +          while (n > 100)
       -      n > 100: true never
EOF
for cc in $(with_clang $GCC); do
	for level in -O0 -O2; do
		rm -rf anycov-data pages
		expect 0 "$ANYCOV" cc "$cc" $level -g a.c -o a
		expect 0 "$ANYCOV" run ./a
		expect 0 "$ANYCOV" report a.c
		grep -E '^ +(4|6|8|12|16|23|24|25|27) [-+]|never' out | grep -v 'static\|n = never' >found
		diff want found || fail "$cc $level"
		# The answers of conditions of --mcdc are not those of branches, and are not listed here.
		hasnt out "condition"
		expect 0 "$ANYCOV" report -q --html pages
		cat pages/f-*.html >page
		has page '<code>y &gt; 1</code> true, to line <a href="#L5">5</a>: not covered'
		has page "<code>argv[1][0] == &#39;&lt;&#39;</code> true, to line"
		# Nothing but what a name needs is collected.
		expect 0 "$ANYCOV" report --json --html pages
		hasnt out decisions
	done
done

# Of a value clang makes no branch of the last condition, which then is not named.  A choice in a
# condition has a branch of its own.
cat >v.c <<'EOF'
#include <stdlib.h>
static int both(int x, int y)
{
	return x == 1 && y == 2;
}
static int three(int x, int y, int z)
{
	return (x == 1 || y == 2) && z == 3;
}
static int choice(int x, int y)
{
	if (!(x == 1 ? y == 2 : y == 3))
		return 1;
	return 0;
}
int main(int argc, char **argv)
{
	int x = atoi(argv[1]), y = atoi(argv[2]);
	return 0 * (both(x, y) + three(x, y, argc + 7) + choice(x, y));
}
EOF
for cc in $(with_clang $GCC); do
	for level in -O0 -O2; do
		"$ANYCOV" cc "$cc" $level -g v.c -o v
		rm -rf anycov-data
		expect 0 "$ANYCOV" run ./v 1 2
		expect 0 "$ANYCOV" report v.c
		grep -E '^ +[-?] +[xyz] == . *:|^ +(4|8|12) ' out | sed 's/^ *//' >found
		case $cc in
		clang*) last='' value='' ;;
		*) last='-      y == 2: false never
' value='-      z == 3: true never
' ;;
		esac
		printf '%s\n' "4 +          return x == 1 && y == 2;" "-      x == 1: false never" "$last" \
			"8 +          return (x == 1 || y == 2) && z == 3;" "-      x == 1: false never" \
			"-      y == 2: never evaluated" "$value" \
			"12 +          if (!(x == 1 ? y == 2 : y == 3))" | grep . >want
		case $cc in
		clang*) ;;
		*) echo "-      x == 1: false never" >>want ;;
		esac
		diff want found || fail "$cc $level: values and choices"
	done
done

# A branch without a text in the source goes to a line; what threw is named.
cat >t.cc <<'EOF'
#include <stdexcept>
#include <stdio.h>
struct guard {
	~guard() { puts("end"); }
};
#define EITHER(a, b) ((a) || (b))
static int check(int n)
{
	if (n > 3)
		throw std::runtime_error("n");
	return n;
}
int main(int argc, char **)
{
	guard g;
	if (EITHER(argc > 7, argc < 0))
		return 1;
	return check(argc) - 1;
}
EOF
for cc in $(with_clang $GCC); do
	case $cc in
	clang*) cxx=clang++-${cc#clang-} ;;
	*) cxx=g++-${cc#gcc-} ;;
	esac
	rm -rf anycov-data
	expect 0 "$ANYCOV" cc "$cxx" -O1 -g t.cc -o t
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report t.cc
	has out "       -      n > 3: true never"
	hasnt out "exception"
	expect 0 "$ANYCOV" report --throw-branches t.cc
	has out "by an exception never"
done

# What several branches of a line have in common is said once, with their number.
cat >m.c <<'EOF2'
#include <stdio.h>
#define TRY(x) if (x) { n++; }
#define ALL(a, b, c) TRY(a) TRY(b) TRY(c)
int main(int argc, char **argv)
{
	int n = 0;
	ALL(argc > 5, argc > 6, argv[0][0] == 1)
	for (int i = 0; i < 2; i++) { if (argc > 9) n++; if (argc > 9) n--; if (argc < 9) n--; }
	printf("%d\n", n);
	return 0;
}
EOF2
cat >gcc.want <<'EOF2'
       -      argc > 5: true never
       -      argc > 6: true never
       -      **argv == 1: true never
       -      argc > 9: true never (2 branches)
       -      argc < 9: false never
EOF2
cat >clang.want <<'EOF2'
       -      to line 7 never (3 branches)
       -      to line 8 never (3 branches)
EOF2
for cc in $(with_clang $GCC); do
	rm -rf anycov-data
	expect 0 "$ANYCOV" cc "$cc" -O0 -g m.c -o m
	expect 0 "$ANYCOV" run ./m
	expect 0 "$ANYCOV" report m.c
	grep never out >found
	case $cc in
	*clang*) diff clang.want found || fail "$cc" ;;
	*) diff gcc.want found || fail "$cc" ;;
	esac
	# So it is in HTML; each of them is counted.
	expect 0 "$ANYCOV" report -q --html pages
	case $cc in
	*clang*) has "$(ls pages/f-m.c-*)" 'to line <a href="#L7">7</a>: not covered (3 branches)</li>' ;;
	*) has "$(ls pages/f-m.c-*)" '<code>argc &gt; 9</code> true, to line <a href="#L8">8</a>: not covered (2 branches)</li>' ;;
	esac
	has "$(ls pages/f-m.c-*)" "title=\"3 of 6 branches covered\""
	expect 0 "$ANYCOV" report --no-build
	has out "  branches                  8  57.1%             6         0      14"
done
