# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Random programs (mkcuts.py rows) with many calls in a block, which are cut anywhere: each line that
# a report shows as covered or not is so in gcov.  CUT_SEEDS names other programs.
. "${0%/*}/ends_lib.sh"
{ [ -n "$GCC" ] && have "$GCC" && command -v "gcov${GCC#gcc}" >/dev/null; } || lacks "gcov"
RUNS="1 2 3 4 5"

# agrees REPORT
agrees()
{
	awk 'NR == FNR { gcov[$1] = $2; next } $1 in gcov && gcov[$1] != $2' \
		gcov.lines "$1.lines" >wrong
	[ ! -s wrong ] || { cat "$1" wrong; fail "seed $seed: $cc $flags: not as in gcov: $1"; }
}
place=
# compare COMPILER LEVEL
compare()
{
	record "$1" "-w $2" rows$seed.c $RUNS
	agrees lossless
	agrees none
	# What is behind a call that was cut once is known only by what follows.
	[ $(($(wc -l <unknown) * 3)) -le $(wc -l <none.lines) ] ||
		{ cat lossless; fail "seed $seed: $cc $flags: a third is unknown"; }
}
for seed in ${CUT_SEEDS-1 2 5}; do
	python3 "$ANYCOV_SOURCE/test/cli/mkcuts.py" $seed rows >rows$seed.c
	gcov rows$seed.c $RUNS
	for level in -O0 -O1 -O2 "-O2 -flto"; do
		compare "$GCC" "$level"
	done
	for clang in $(clangs); do
		for level in -O0 -O1 -O2 -flto -flto=thin; do
			case $level in
			-flto*) command -v "ld.lld${clang#clang}" >/dev/null || continue
				level="-O2 $level -fuse-ld=lld${clang#clang}" ;;
			esac
			compare "$clang" "$level"
		done
	done
done
