# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# -g changes neither code nor the places of its instructions: GCC's own check of that, on the
# annotated programs of C and C++, with the plugin's words for reports.
. "${0%/*}/lib.sh"
programs=$ANYCOV_SOURCE/test/cli/annotated

# compiles SOURCE LEVEL: with the words that the source names for its compiler
compiles()
{
	case $1 in
	*.cc) compiler=$(echo "$cc" | sed 's/gcc/g++/') ;;
	*) compiler=$cc ;;
	esac
	words=$(sed -n 's,^// \(gcc-\)\{0,1\}flags: ,,p' "$1" | tr '\n' ' ')
	extra=$("$ANYCOV" flags --cc "$cc" --for report \
		$(sed -n 's,^// anycov-flags: ,,p' "$1"))
	if ! "$compiler" $extra -g "$2" $words -w -fcompare-debug -c "$1" -o x.o 2>err; then
		grep -q 'No such file\|header requires' err && return 0
		cat err >&2
		fail "$compiler $2 -fcompare-debug: ${1##*/}"
	fi
	compiled=$((compiled + 1))
}

for cc in $GCC; do
	have "$cc" || continue
	compiled=0
	for source in "$programs"/*.c "$programs"/*.cc; do
		grep -q '^// compilers: clang' "$source" && continue
		for level in -O2 -Os; do
			compiles "$source" "$level"
		done
	done
	[ "$compiled" -ge 30 ] || fail "$cc: only $compiled programs compiled"
	echo "$cc: $compiled compilations"
done
