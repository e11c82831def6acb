# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Comments in sources exclude lines from every output: the words of lcov, gcovr and anycov.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=a.c dir=$WORK line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls succ=3 lines=3
block 2 probed calls succ=3 lines=5
block 3 probed exit lines=6
flags 0,1,2,3
function other file=a.c dir=$WORK line=8
block 0 probed exit lines=9,10
flags 0
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0,main:2,main:3

# marked LINE TEXT...: a source with these comments
marked()
{
	cat >a.c <<-'END'
	int main(int argc, char **argv) {
	if (argc > 1)
	return other();
	else
	puts("no");
	return 0; }

	int other() {
	puts("other");
	return 1; }
	END
	while [ $# -gt 0 ]; do
		sed -i "$1s|\$| /* $2 */|" a.c
		shift 2
	done
}

marked
expect 0 "$ANYCOV" report --functions d
totals functions 1 2
totals lines 3 6
totals blocks 3 5
totals edges 2 4
hasnt out "Left out"

for word in LCOV GCOV GCOVR ANYCOV; do
	marked 3 "${word}_EXCL_LINE: not on this machine"
	expect 0 "$ANYCOV" report --functions --lcov t.info --json -o t.json --html pages d
	expect 0 "$ANYCOV" report --functions d
	totals functions 1 2
	totals lines 3 5
	totals blocks 3 4
	# Edges to and from what is excluded are, too.
	totals edges 2 2
	has out "Left out: 1 line excluded by a marker"
	hasnt t.info "DA:3,"
	hasnt t.json '"line":3,'
	grep -q 'id="L3" class="none"' pages/f-*.html || fail "HTML shows an excluded line"
	marked 8 "${word}_EXCL_START" 10 "$word" 10 "${word}_EXCL_STOP"
	expect 0 "$ANYCOV" report --functions d
	# The line of STOP is not excluded.
	totals functions 1 2
	totals lines 3 5
	marked 8 "${word}_EXCL_START"
	echo "/* ${word}_EXCL_STOP */" >>a.c
	expect 0 "$ANYCOV" report --functions --lcov t.info d
	totals functions 1 1
	totals lines 3 4
	has out "Left out: 1 function, 2 lines excluded by markers"
	hasnt t.info other
	expect 0 "$ANYCOV" report --functions --no-markers d
	totals lines 3 6
	hasnt out "Left out"
done

# Edges alone.
marked 2 LCOV_EXCL_BR_LINE
expect 0 "$ANYCOV" report --functions d
totals lines 3 6
totals edges 1 2
# Part of another word: none.
marked 3 XLCOV_EXCL_LINE 5 LCOV_EXCL_LINES 6 MY_LCOV_EXCL_LINE
expect 0 "$ANYCOV" report --functions d
totals lines 3 6

# A marker without its counterpart excludes nothing, and is named.
marked 3 LCOV_EXCL_START
expect 0 "$ANYCOV" report --functions d
totals lines 3 6
has err "a.c:3: LCOV_EXCL_START without STOP; the marker was ignored"
[ "$(wc -l <err)" -eq 1 ] || fail "not one line"
marked 6 GCOVR_EXCL_STOP
expect 0 "$ANYCOV" report --functions d
has err "a.c:6: GCOVR_EXCL_STOP without START"
totals lines 3 6
# Nor does one of other words end it.
marked 3 LCOV_EXCL_START 6 GCOVR_EXCL_STOP
expect 0 "$ANYCOV" report --functions d
totals lines 3 6

# What lcov and gcovr have and anycov has not is named.
for word in LCOV_EXCL_EXCEPTION_BR_LINE GCOVR_EXCL_BR_SOURCE GCOVR_EXCL_BR_WITHOUT_HIT; do
	marked 3 "$word: 1/2"
	expect 0 "$ANYCOV" report --functions d
	has err "a.c:3: $word is not supported; the marker was ignored"
	totals lines 3 6
done

marked 1 GCOVR_EXCL_BR_SOURCE 3 LCOV_EXCL_START
expect 0 "$ANYCOV" report --functions d
has err "a.c:1: GCOVR_EXCL_BR_SOURCE is not supported"
has err "a.c:3: LCOV_EXCL_START without STOP"

# A function, by its first line; no other line.
marked 8 GCOVR_EXCL_FUNCTION 9 GCOVR_EXCL_FUNCTION
expect 0 "$ANYCOV" report --functions d
totals functions 1 1
totals lines 3 4
hasnt out "excluded by"
[ ! -s err ] || fail "$(cat err)"

# What must not be reached is left out, and named if it was.
marked 3 LCOV_UNREACHABLE_LINE 5 LCOV_UNREACHABLE_LINE
expect 0 "$ANYCOV" report --functions d
totals lines 2 4
has err "a.c:5: was executed, though its marker says that it is unreachable"
hasnt err "a.c:3"
marked 9 LCOV_UNREACHABLE_START 10 LCOV_UNREACHABLE_STOP
expect 0 "$ANYCOV" report --functions d
totals lines 3 5
[ ! -s err ] || fail "$(cat err)"

# Lines by patterns, from their beginning, with and without markers.
marked
expect 0 "$ANYCOV" report --functions --exclude-lines-by-pattern '.*other\(\)' --exclude-lines-by-pattern 'uts' d
totals functions 1 2
totals lines 3 5
expect 0 "$ANYCOV" report --functions --no-markers --exclude-lines-by-pattern 'puts.*no' d
totals lines 2 5
expect 0 "$ANYCOV" report --functions --exclude-branches-by-pattern 'if \(' d
totals lines 3 6
totals edges 1 2
for option in --exclude-lines-by-pattern --exclude-branches-by-pattern; do
	expect 2 "$ANYCOV" report --functions $option 'a(' d
	has err "$option a(: "
	has err "; give a POSIX extended regular expression"
	one_sentence
done

# The other outcome of a branch remains, in every output.
branches() # branches COVERED OUTCOMES MARKED-LINE STATUS
{
	marked "$3" LCOV_EXCL_LINE
	expect "$4" "$ANYCOV" report --functions --lcov t.info --json -o t.json --fail-under-branches 100 d
	has t.info "BRF:$2"
	has t.info "BRH:$1"
}
marked
expect 4 "$ANYCOV" report --functions --lcov t.info --fail-under-branches 100 d
has t.info BRF:2
branches 1 1 3 0
branches 0 1 5 4
# Code after a branch that others reach, too, is no arm of it.
marked 6 LCOV_EXCL_LINE
sed 's/block 0 probed calls succ=1,2 lines=2/block 0 probed calls succ=1,3 lines=2/' a.spec >b.spec
mkdir joined
: >joined/.anycov-data
mkflags image b.spec joined/a-a1.image
mkflags flags b.spec joined/a-a1.flags hit=main:0,main:3
expect 4 "$ANYCOV" report --functions --lcov t.info --fail-under-branches 100 joined
has t.info BRF:2
has t.info BRH:1

# A source that is not there excludes nothing.
rm a.c
expect 0 "$ANYCOV" report --functions d
totals lines 3 6
