# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# --lcov has the outcomes of branches: taken, not taken, "-" if the condition was never evaluated;
# unknown ones are omitted.  lcov and genhtml read the same totals, 1.x and 2.x.
. "${0%/*}/lib.sh"
mkdir d
: >d/.anycov-data

# The edge 0 -> 2 of main is unknown: both ends were executed, 1 -> 2 as well.
cat >a.spec <<END
image
function main file=a.c dir=$WORK line=1
block 0 probed succ=1,2 lines=2
block 1 probed succ=2 lines=3
block 2 probed succ=3,4 lines=2,4
block 3 probed exit lines=5
block 4 probed succ=5,6 lines=4
block 5 probed exit lines=6
block 6 probed exit lines=7
flags 0,1,2,3,4,5,6
END
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:1,main:2,main:3
expect 0 "$ANYCOV" report --summary --lcov a.info d
has out "branches 33.3% (2/6); unknown: 1 branch"
cat >want <<END
TN:
SF:$PWD/a.c
FN:2,main
FNDA:1,main
FNF:1
FNH:1
BRDA:2,0,0,1
BRDA:4,0,0,1
BRDA:4,0,1,0
BRDA:4,1,0,-
BRDA:4,1,1,-
BRF:5
BRH:2
DA:2,1
DA:3,1
DA:4,1
DA:5,1
DA:6,0
DA:7,0
LF:6
LH:4
end_of_record
END
diff a.info want || fail "the tracefile"
# Branches of an unknown line are omitted with it.
mkflags flags a.spec d/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report -q --lcov u.info d
hasnt u.info BRDA:4
hasnt u.info DA:4
# Records are lines, whatever a name contains.
mkdir "$(printf 'x\nDA:9,9')"
printf 'int main(int c, char **v) { (void)v; return c > 3 ? c : 0; }\n' >"$(printf 'x\nDA:9,9')/a.c"
if [ -n "$GCC" ] && have "$GCC"; then
	"$ANYCOV" cc "$GCC" -g -O1 "$(printf 'x\nDA:9,9')/a.c" -o x
	expect 0 "$ANYCOV" run -o x.d ./x
	expect 0 "$ANYCOV" report -q --lcov x.info x.d
	grep -q '^DA:9' x.info && fail "a name is a record"
	has x.info '?DA:9,9/a.c'

	# Edges that are unknown although all that can have a probe have one: no advice to build so.
	cat >jump.c <<'END'
int main(int argc, char **argv)
{
	void *to[] = { &&one, &&two };

	for (int i = 0; i < 2 * argc; i++) {
		goto *to[(i + !argv) & 1];
one:
		argc += !argv;
two:;
	}
	return 0;
}
END
	"$ANYCOV" cc "$GCC" -g jump.c -o jump
	expect 0 "$ANYCOV" run -o jump.d ./jump
	expect 0 "$ANYCOV" report --no-build jump.d
	tr -s ' \n' ' ' <out >flat
	if grep -q 'edges\? unknown' out; then
		has flat "setjmp() and of computed gotos take no probe"
	fi
	hasnt flat "build with --coverage edge"
	ANYCOV_FLAGS="--for report --coverage flags" "$ANYCOV" cc "$GCC" -g jump.c -o jump
	rm -r jump.d
	expect 0 "$ANYCOV" run -o jump.d ./jump
	expect 0 "$ANYCOV" report --no-build jump.d
	hasnt out "take no probe"

	# Text of another file within a function, as bison's output has it: a block that begins in one
	# file and ends in the other one has its branch where it ends.
	cat >rules.c <<'END'
int flag, other, last;
int rules(int n)
{
	switch (n) {
	case 1:
#line 3 "rules.y"
		if (flag)
			other = 1;
#line 10 "rules.c"
		break;
	default:
#line 7 "rules.y"
		last = n;
#line 14 "rules.c"
		if (n > 3)
			last = 7;
	}
	return last;
}
int main(int argc, char **argv)
{
	return rules(argc) > 100 || !argv;
}
END
	printf 'a\nb\nif\nother\ne\nf\nlast\n' >rules.y
	for cc in $(with_clang "$GCC" clang-14); do
		have "$cc" || continue
		for optimize in -O0 -O2; do
			"$ANYCOV" cc "$cc" -g $optimize rules.c -o rules
			expect 0 "$ANYCOV" run -o rules.d ./rules
			expect 0 "$ANYCOV" report -q --no-build --lcov rules.info rules.d
			sed -n 's/^SF:.*\.\(.\)$/\1/p; s/^BRDA:\([0-9]*\),0,/\1 /p' rules.info >where
			printf '%s\n' c '4 0,1' '4 1,0' '14 0,-' '14 1,-' '21 0,1' '21 1,0' \
				y '3 0,0' '3 1,1' >want
			diff where want || fail "branches of #line: $cc $optimize"
		done
	done
fi

needs lcov && needs genhtml "genhtml (lcov)" || exit 0
printf 'int main(void)\n\n\n\n\n\n\n' >a.c
case $(lcov --version) in
*" 1."*) branches="--rc lcov_branch_coverage=1" ;;
*) branches=--branch-coverage ;;
esac
# shellcheck disable=SC2086
expect 0 lcov $branches --summary a.info
grep -Eq 'lines\.+: 66\.7% \(4 of 6' out || { cat out; fail lines; }
grep -Eq 'branches\.+: 40\.0% \(2 of 5' out || { cat out; fail branches; }
# shellcheck disable=SC2086
expect 0 lcov $branches -a a.info -a a.info -o sum.info
[ "$(grep -c '^BRDA' sum.info)" -eq 5 ] || fail "branches are not merged"
has sum.info "BRH:2"
genhtml_quietly --branch-coverage -o html a.info
