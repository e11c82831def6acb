# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Random programs (mkcuts.py) whose calls are cut anywhere: what a report shows is true, no process
# has calls that are not known, and few lines are unknown.  CUT_SEEDS names other programs, and
# CUT_MORE those with signals, threads, pthread_once() and exec.
. "${0%/*}/ends_lib.sh"

# try COMPILER FLAGS SEED [more]
try()
{
	python3 "$ANYCOV_SOURCE/test/cli/mkcuts.py" $3 $4 >random$3$4.c
	record "$1" "-w -pthread $2" random$3$4.c 1 2 3 4 5
	hasnt lossless.words "ended in a call"
	hasnt lossless.words "killed"
	[ $(($(wc -l <unknown) * 5)) -le $(wc -l <none.lines) ] ||
		{ cat lossless; fail "seed $3 $4: $cc $flags $place: more than a fifth is unknown"; }
}
random()
{
	for seed in ${CUT_SEEDS-103 104}; do
		try "$1" "$2" $seed ""
	done
	for seed in ${CUT_MORE-1 2}; do
		try "$1" "$2" $seed more
	done
}
for_each_build random
