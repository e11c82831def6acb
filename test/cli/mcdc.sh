# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --mcdc: totals, conditions at their lines, JSON, records of lcov, and what it says of images
# in which the decisions of the source are not known.
. "${0%/*}/lib.sh"
[ -n "$GCC" ] && have "$GCC" || lacks "a GCC"
cat >a.c <<'END'
int f(int a, int b, int c);
int f(int a, int b, int c)
{
	if ((a && b) || !c)
		return 1;
	while (a < 3 &&
	       b)
		a++;
	return a == 3 || c;
}
int main(int argc, char **argv)
{
	f(argc > 1, 1, 1);
	f(1, 0, argv[0] != 0);
	return 0;
}
END
"$ANYCOV" cc "$GCC" -g -O1 a.c -o a
expect 0 "$ANYCOV" run ./a
expect 0 "$ANYCOV" report --functions
hasnt out conditions
expect 0 "$ANYCOV" report --functions --mcdc
totals conditions 9 14
expect 0 "$ANYCOV" report --functions --mcdc f
cat >want <<'END'
     4 +          if ((a && b) || !c)
       -      b: true never
       -      c: false never
          condition outcomes covered 3/6
          condition 0 (a): true not covered, false covered
          condition 1 (b): true not covered, false covered
          condition 2 (c): true covered, false not covered
     5 -                  return 1;
     6 +          while (a < 3 &&
          condition outcomes covered 4/4
     7                   b)
     8 +                  a++;
     9 +          return a == 3 || c;
       -      c: false never
          condition outcomes covered 2/4
          condition 0 (a == 3): true covered, false not covered
          condition 1 (c): true covered, false not covered
END
sed '1,4d; /^    10/d' out | diff - want || fail "conditions at their lines"
expect 0 "$ANYCOV" report --functions --mcdc --summary
has out ', conditions 64.2% (9/14)'
expect 0 "$ANYCOV" report --functions --mcdc --json
cp out a.json
if needs python3; then
	python3 "$ANYCOV_SOURCE/test/cli/validate.py" \
		"$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" a.json
fi
has a.json '{"line":4,"text":"c","values_known":true,"false":{"state":"not covered"},"true":{"state":"covered"}}'
expect 0 "$ANYCOV" report --mcdc -q --html pages
cat pages/f-a.c-*.html >page
has page 'MC/DC 3/6</button>'
has page '<li class="not">✘ MC/DC <code>c</code>: true covered, false not covered</li>'
hasnt page "MC/DC <code>a &lt; 3</code>"
has pages/index.html "Conditions (MC/DC)"
expect 0 "$ANYCOV" report -q --html plain
grep -rq MC/DC plain/*.html && fail "MC/DC in pages without --mcdc"
expect 0 "$ANYCOV" report --functions --mcdc -q --lcov a.info
cat >want <<'END'
MCDC:4,3,t,0,0,a
MCDC:4,3,f,1,0,a
MCDC:4,3,t,0,1,b
MCDC:4,3,f,1,1,b
MCDC:4,3,t,1,2,c
MCDC:4,3,f,0,2,c
MCDC:6,2,t,1,0,a < 3
MCDC:6,2,f,1,0,a < 3
MCDC:6,2,t,1,1,b
MCDC:6,2,f,1,1,b
MCDC:9,2,t,1,0,a == 3
MCDC:9,2,f,0,0,a == 3
MCDC:9,2,t,1,1,c
MCDC:9,2,f,0,1,c
MCF:14
MCH:9
END
sed -n '/^MC/p' a.info | diff - want || fail "records of lcov"
expect 0 "$ANYCOV" report --functions -q --lcov none.info
hasnt none.info MC
sed '/^MC/d' a.info | diff - none.info || fail "--mcdc changes other records"
needs genhtml "genhtml (lcov)" && genhtml_quietly --branch-coverage -o html a.info

# What is unknown of conditions that can be reached in several ways, and of those without a branch.
cat >several.c <<'END'
#include <stdlib.h>
int g(int a, int b, int c);
int g(int a, int b, int c)
{
	int r = 0;

	if (a && (b || c))
		r = 1;
	if ((a && b) || c)
		r += 2;
	return r;
}
int value(int a, int b);
int value(int a, int b)
{
	return a && b;
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		g(argv[i][0] == '1', argv[i][1] == '1', argv[i][2] == '1');
	value(1, argc);
	return 0;
}
END
for cc in $(with_clang "$GCC"); do
	have "$cc" || continue
	"$ANYCOV" cc "$cc" -g -O1 several.c -o several
	rm -rf several.data
	expect 0 "$ANYCOV" run -o several.data ./several 000 101 110
	expect 0 "$ANYCOV" report --functions --no-build --mcdc several.data g
	# One way to each condition: 000 is a false, 101 is a and c true, 110 is a and b true.
	has out "condition 1 (b): true covered, false not covered"
	# c was true and false, once after a was false and once after b was.
	has out "condition 0 (a): true covered, false unknown (ambiguous-decision)"
	has out "condition 1 (b): true covered, false unknown (ambiguous-decision)"
	hasnt out "condition 2 (c): true and false"
	case $cc in
	*clang*)
		expect 0 "$ANYCOV" report --functions --no-build --mcdc several.data value
		has out "condition 1 (b): true and false unknown (condition-without-branch)"
		expect 0 "$ANYCOV" report --no-build --mcdc several.data
		reason "shows it; build with 'anycov flags --mcdc'"
		# That is true.
		ANYCOV_FLAGS=--mcdc "$ANYCOV" cc "$cc" -g -O1 several.c -o several
		rm -rf several.data
		expect 0 "$ANYCOV" run -o several.data ./several 000 101 110
		expect 0 "$ANYCOV" report --no-build --mcdc several.data
		grep -Eq '^  conditions +[0-9]+ .* 0 +[0-9]+$' out || { cat out; fail "outcomes are unknown"; }
		;;
	esac
done

# What was left out of the report has no conditions.
expect 0 "$ANYCOV" report --functions --no-build --mcdc --function main
totals conditions 0 0
sed 's/while (a < 3 &&/& \/\/ LCOV_EXCL_LINE/' a.c >marked.c
"$ANYCOV" cc "$GCC" -g marked.c -o marked
expect 0 "$ANYCOV" run -o marked.data ./marked
expect 0 "$ANYCOV" report --functions --no-build --mcdc marked.data
totals conditions 5 10

# Without the text that was compiled, decisions are those that the compiler listed.  Clang lists
# none: what was not taken is known all the same.
for cc in $(with_clang "$GCC"); do
	have "$cc" || continue
	cat a.c >changed.c
	"$ANYCOV" cc "$cc" -g changed.c -o changed
	rm -rf changed.data
	expect 0 "$ANYCOV" run -o changed.data ./changed
	rm -rf .anycov-sources
	echo >>changed.c
	expect 0 "$ANYCOV" report --functions --no-build --mcdc changed.data
	cp out changed.txt
	expect 0 "$ANYCOV" report --functions --no-build --mcdc --json changed.data
	case $cc in
	*clang*)
		cp out changed.json
		cp changed.txt out
		reason "condition outcomes unknown: the branches are not those of a decision in the source"
		has changed.json '"matched":false'
		hasnt changed.json '"false":{"state":"covered"'
		has changed.json '"false":{"state":"not covered"'
		;;
	*)
		hasnt out '"matched":false'
		has out '{"line":4,"text":"c == 0","values_known":true,"false":{"state":"covered"},"true":{"state":"not covered"}}'
		cp changed.txt out
		totals conditions 9 14
		;;
	esac
done

# Optimized code has other branches than the source.
ANYCOV_FLAGS="--for report --place late" "$ANYCOV" cc "$GCC" -g -O1 a.c -o late
expect 0 "$ANYCOV" run -o late.data ./late
expect 0 "$ANYCOV" report --functions --no-build --mcdc late.data
grep -q '^  conditions  *unknown$' out || { cat out; fail "place=late"; }
has err "place=late has the branches of the optimized code"
