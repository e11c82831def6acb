# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Random programs (mkcuts.py) whose calls are cut anywhere: what a report shows is true, no process
# has calls that are not known, and few lines are unknown.  CUT_SEEDS names other programs.
. "${0%/*}/ends_lib.sh"

random()
{
	for seed in ${CUT_SEEDS-103 104}; do
		python3 "$ANYCOV_SOURCE/test/cli/mkcuts.py" $seed >random$seed.c
		record "$1" "$2" random$seed.c 1 2 3 4 5
		hasnt lossless.words "ended in a call"
		hasnt lossless.words "killed"
		[ $(($(wc -l <unknown) * 5)) -le $(wc -l <none.lines) ] ||
			{ cat lossless; fail "seed $seed: $cc $flags $place: more than a fifth is unknown"; }
	done
}
for_each_build random
