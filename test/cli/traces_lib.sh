# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# shellcheck disable=SC2034
# Sourced by tests that record one run of one program in several ways.  The oracle is the run
# recorded as flags with prune=none.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_FLAGS

# build COMPILER SOURCE: prog.flags, prog.early, prog.trace (lossless both), prog.all (flags)
# and prog.each (trace), without pruning
build()
{
	for how in "flags report --place=late" "early report --place=early" "trace trace" \
		"all report --place=late --prune=none" "each trace --prune=none"; do
		# shellcheck disable=SC2086
		set -- "$1" "$2" $how
		name=$3 preset=$4
		more=$(echo "$how" | cut -s -d' ' -f3- | tr '=' ' ')
		# shellcheck disable=SC2046,SC2086
		"$1" -g -O0 $("$ANYCOV" flags --cc "$1" --for $preset $more) "$2" -o prog.$name \
			$("$ANYCOV" flags --cc "$1" --link --for $preset) || fail "$1 $how"
	done
	built="$1"
}

# recorded NAME PROGRAM RUN-OPTIONS REPORT-OPTIONS ARGUMENT...: NAME.lines has "LINE 0" and
# "LINE 1" of what the report shows
recorded()
{
	name=$1 program=$2 options=$3 extra=$4
	shift 4
	rm -rf data
	# shellcheck disable=SC2086
	"$ANYCOV" run -o data $options ./prog.$program "$@" >run.out 2>&1 || :
	# shellcheck disable=SC2086
	"$ANYCOV" report data --allow-incomplete $extra --lcov $name.info >$name.txt 2>err ||
		{ cat err; fail "$built $name: report"; }
	sed -n 's/^DA:\([0-9]*\),0$/\1 0/p; s/^DA:\([0-9]*\),[1-9].*/\1 1/p' $name.info | sort -u >$name.lines
}

# same NAME: the report shows what the oracle shows
same()
{
	diff all.lines "$1.lines" >difference ||
		{ cat difference; fail "$built: $1 differs from flags in every block (line, covered)"; }
}

# same_as_flags NAME: the report shows what that of the lossless flags of the same run shows
same_as_flags()
{
	diff flags.lines "$1.lines" >difference ||
		{ cat difference "$1.txt"; fail "$built: $1 differs from lossless flags (line, covered)"; }
}

# all_modes: the reports of each mode are those of flags
all_modes()
{
	for mode in pc uniq-pc uniq-edge; do
		recorded each each "--mode $mode" ""
		same each
		recorded trace trace "--mode $mode" ""
		same_as_flags trace
	done
}

# true_of NAME FIRST LAST: what it shows is so, and of the lines before FIRST and after LAST it
# shows all
true_of()
{
	comm -13 all.lines "$1.lines" >wrong
	[ ! -s wrong ] || { cat wrong "$1.txt"; fail "$built: $1: wrong lines (line, covered)"; }
	comm -23 all.lines "$1.lines" | awk -v first="$2" -v last="$3" '$1 < first || $1 > last' >unknown
	[ ! -s unknown ] || { cat unknown "$1.txt"; fail "$built: $1: unknown outside of $2 to $3"; }
}

# for_each_compiler COMMAND: with the compiler as its argument
for_each_compiler()
{
	tried=
	for cc in $GCC $CLANG; do
		have $cc || continue
		tried=1
		"$@" $cc
	done
	[ -n "$tried" ] || lacks "a plugin for gcc or clang"
}
