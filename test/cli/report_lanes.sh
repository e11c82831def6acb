# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Files in which processes whose end was not seen have lanes of their own: the rules of the map hold for all
# others, in every byte order, and merging keeps them apart.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

mkflags() { python3 "$ANYCOV_SOURCE/test/cli/mkflags.py" "$@"; }
# report FILE...: a tracefile; status 3 or 0
report()
{
	"$ANYCOV" report --image t.image --lcov t.info "$@" >out 2>&1 || [ $? = 3 ] ||
		{ cat out; fail "report $*"; }
}
# lines STATE LINE...: of t.c in the tracefile
lines()
{
	kind=$1
	shift
	for n; do
		case $kind in
		covered) has t.info "DA:$n,1" ;;
		uncovered) has t.info "DA:$n,0" ;;
		unknown) hasnt t.info "DA:$n," ;;
		esac
	done
}
cat >t.spec <<'END'
image
# the block after a call follows from the one before, if the call returned
function g file=t.c line=10
block 0 probed calls succ=1 lines=10,11
block 1 assumed exit lines=12 by=0
flags 0
# the block before a call follows from the one after it
function h file=t.c line=20
block 0 calls succ=1 lines=20 by=1
block 1 probed exit lines=21
flags 1
END

for bytes in "" "bits=32 machine=20 order=big" "order=big"; do
	sed "s/^image.*/image $bytes/" t.spec >this.spec
	mkflags image this.spec t.image
	flags() { mkflags flags this.spec "$@"; }
	# One that was killed after g began; others had ended.
	flags a.flags hit=g:0 lanes=";g:0" started=3 ended=2
	report a.flags
	lines covered 10 11 12
	lines unknown 20
	lines uncovered 21
	# Only the one that was killed began g.
	flags b.flags hit=h:1 "lanes=g:0;" started=3 ended=2
	report b.flags
	lines covered 10 11 20 21
	lines unknown 12
	# Without lanes it may have been any of them, as after a copy of all flags to one place.
	flags c.flags hit=g:0 started=3 ended=2
	report c.flags
	lines unknown 12
	flags d.flags hit=g:0 lanes=";g:0" started=3 ended=2 how=129
	report d.flags
	lines unknown 12
	flags e.flags hit=g:0 version=2 started=3 ended=2 more="$(printf '00%.0s' $(seq 126))"
	report e.flags
	lines unknown 12
	# All have ended: what is in lanes counts as well.
	flags f.flags "lanes=g:0;h:1" started=3
	report f.flags
	lines covered 10 11 12 20 21
	# Together as one by one, in any order and merged.
	flags x.flags hit=h:1 lanes=g:0 started=2 ended=1
	flags y.flags hit=g:0 started=1
	for files in "x.flags y.flags" "y.flags x.flags"; do
		# shellcheck disable=SC2086
		report $files
		lines covered 10 11 12 20 21
	done
	for files in "x.flags y.flags" "y.flags x.flags" "x.flags y.flags x.flags"; do
		rm -rf merged
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" merge -o merged $files
		cat merged/*.flags >this
		[ "$files" != "x.flags y.flags" ] || cp this first
		cmp -s first this || fail "merge of $files differs"
		report merged/*.flags
		lines covered 10 11 12 20 21
	done
	# One without lanes makes the calls of all incomplete.
	flags z.flags hit=g:0 started=1 ended=0
	report x.flags z.flags
	lines unknown 12
	rm -rf merged
	expect 0 "$ANYCOV" merge -o merged x.flags z.flags
	report merged/*.flags
	lines unknown 12
	expect 0 "$ANYCOV" dump b.flags
	has out "1 flag is 1 in processes that were killed or have not ended:"
done
