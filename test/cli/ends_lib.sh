# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# shellcheck disable=SC2034
# Sourced by the tests of how processes end.  The oracle is the same program with prune=none:
# what a report of prune=lossless shows as covered or not covered must be so there.  ENDS_MODE: these
# are traces or unique sets of this mode, and the oracle is flags in any case.
. "${0%/*}/lib.sh"

# clangs: $CLANG and clang-19, as far as their plugins are built
clangs()
{
	for clang in $CLANG clang-19; do
		have "$clang" && echo "$clang"
	done | sort -u
}

# lines PRUNE: "LINE 0" and "LINE 1" of what the report shows
lines()
{
	sed -n 's/^DA:\([0-9]*\),0$/\1 0/p; s/^DA:\([0-9]*\),[1-9].*/\1 1/p' "$1.info" | sort -u
}

# cxx COMPILER: of C++
cxx()
{
	echo "$1" | sed 's/gcc/g++/; s/clang/clang++/'
}

# gcov SOURCE ARGUMENTS...: leaves in gcov.lines what lines() has of the program without anycov,
# compiled by $GCC at -O0, the only oracle that ends a block at each call.  Without labels, which
# gcov counts as it does the code before them.
gcov()
{
	source=$1 compiler=$GCC
	shift
	[ "$source" = "${source%.cc}" ] || compiler=$(cxx "$GCC")
	{
		echo '#include <stdlib.h>'
		echo '#include <unistd.h>'
		[ "$compiler" = "$GCC" ] || echo 'extern "C"'
		echo 'void __gcov_dump(void);'
		echo '#define _exit(x) (__gcov_dump(), _exit(x))'
		echo '#define abort() (__gcov_dump(), abort())'
	} >gcov.h
	rm -f gcov-prog*
	"$compiler" -include ./gcov.h -w -g -O0 -pthread --coverage "$source" -o gcov-prog
	for arguments; do
		# shellcheck disable=SC2086
		./gcov-prog $arguments >run.out 2>&1 || :
	done
	"gcov${GCC#gcc}" -t gcov-prog-*.gcda | awk -F: '
		$3 ~ /^[a-z]+$/ { next }
		$2 > 0 && $1 !~ /-/ { print $2 + 0, $1 ~ /[#=]/ ? 0 : 1 }' | sort -u >gcov.lines
}

built=
# record COMPILER FLAGS SOURCE ARGUMENTS...: a process for each ARGUMENTS; leaves lossless and
# none (text), lossless.info and none.info; a status of the program is no failure
record()
{
	cc=$1 flags=$2 source=$3
	shift 3
	for prune in lossless none; do
		preset=report options=
		[ -z "${ENDS_MODE-}" ] || [ $prune = none ] ||
			preset=trace options="--mode $ENDS_MODE" place=${place:---place early}
		# shellcheck disable=SC2046,SC2086
		[ "$built" = "$cc $flags $source $place" ] ||
			$cc -g $flags $("$ANYCOV" flags --cc "$cc" --for $preset --prune $prune $place) \
				"$source" -o prog.$prune $("$ANYCOV" flags --cc "$cc" --link --for $preset) ||
			fail "$cc $flags $source"
		rm -rf data
		for arguments; do
			# shellcheck disable=SC2086
			"$ANYCOV" run --append $options -o data ./prog.$prune $arguments >run.out 2>&1 || :
		done
		"$ANYCOV" report data --allow-incomplete --lcov $prune.info >$prune 2>report.err ||
			{ cat report.err; fail "report of $cc $flags $source"; }
		tr -s ' \n' ' ' <$prune >$prune.words # sentences are printed in lines of 80 columns
		lines $prune >$prune.lines
	done
	built="$cc $flags $source $place"
	# What is known is so.
	awk 'NR == FNR { none[$1] = $2; next } $1 in none && none[$1] != $2' \
		none.lines lossless.lines >wrong
	[ ! -s wrong ] || { cat lossless wrong; fail "$cc $flags $place: wrong lines (line, covered)"; }
	comm -13 lossless.lines none.lines >unknown
}

# for_each_build COMMAND...: with compiler and flags as its arguments
for_each_build()
{
	tried=
	for compiler in $GCC $CLANG; do
		have $compiler || continue
		for build in "early -O2" "late -O0"; do
			tried=1
			place="--place ${build% *}"
			"$@" $compiler ${build#* }
		done
	done
	[ -n "$tried" ] || lacks "a plugin for gcc or clang"
}

# shows TEXT: the report has this sentence on processes, whose numbers dumps do not have
shows()
{
	if [ -z "${ENDS_MODE-}" ]; then
		has lossless.words "$1"
	else
		has lossless.words "processes ended in a call"
	fi
}

# all_known: nothing of the last report is unknown but edges
all_known()
{
	[ ! -s unknown ] || { cat lossless; fail "$cc $flags $place: unknown: $(cat unknown)"; }
	awk 'NF == 6 && ($1 == "lines" || $1 == "blocks") { if ($(NF - 1) != 0) exit 1 }' lossless ||
		{ cat lossless; fail "$cc $flags $place: something is unknown"; }
}

# unknown_within FIRST LAST: no line outside is unknown
unknown_within()
{
	awk -v first="$1" -v last="$2" '$1 < first || $1 > last { exit 1 }' unknown ||
		{ cat lossless unknown; fail "$cc $flags $place: unknown outside of $1 to $2"; }
}
