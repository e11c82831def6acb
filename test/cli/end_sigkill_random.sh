# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Random programs (mkkills.py) that fork, start threads, leave calls, and fail to exec, of whose processes
# SIGKILL ends some at random instants (killsome.py): each line of the report is as it was executed.
# KILL_SEEDS names other programs, KILL_ROUNDS rounds.
. "${0%/*}/ends_lib.sh"

kills()
{
	cc=$1 flags=$2
	for seed in ${KILL_SEEDS-1 13}; do
		python3 "$ANYCOV_SOURCE/test/cli/mkkills.py" $seed >kills.c
		# The lines with a mark of their own.
		grep -n '^.*	[{ ]*X;' kills.c | grep -v 'X;.*X;' | cut -d: -f1 >marked
		# shellcheck disable=SC2046,SC2086
		$cc -w -g $flags -pthread $("$ANYCOV" flags --cc $cc $place) kills.c -o prog \
			$("$ANYCOV" flags --cc $cc --link) || fail "$cc $flags"
		for round in ${KILL_ROUNDS-1 2}; do
			rm -rf data oracle
			expect 0 "$ANYCOV" run -o data ./prog oracle 1 -
			ANYCOV_DIR=$WORK/data python3 "$ANYCOV_SOURCE/test/cli/killsome.py" $seed$round 3 ./prog oracle
			expect 0 "$ANYCOV" report data --allow-incomplete --lcov all.info
			lines all >all.lines
			od -An -v -tu1 -w1 oracle | awk '$1 { print NR - 1 }' >ran
			awk 'FILENAME == "ran" { ran[$1] = 1; next } FILENAME == "marked" { marked[$1] = 1; next }
				$1 in marked && ($2 > 0) != ($1 in ran)' ran marked all.lines >wrong
			[ ! -s wrong ] || { cat "$WORK/out" wrong; fail "$cc $flags $place: seed $seed $round: wrong lines"; }
		done
	done
}
for_each_build kills
