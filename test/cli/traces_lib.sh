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
