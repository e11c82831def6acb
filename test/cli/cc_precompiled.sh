# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: GCC uses the precompiled headers that anycov cc made, without a warning, in C and C++,
# and the report is that of a build without them.
. "${0%/*}/lib.sh"

[ -n "$GCC" ] || lacks "a plugin for a gcc"
cat >h.h <<'END'
static inline int inl(int x)
{
	if (x == 1 || x == 9)
		return 5;
	return x ? 4 : 9;
}
END
cat >u.c <<'END'
#include "h.h"
int main(int c, char **v)
{
	(void)v;
	return inl(c) != 5;
}
END
cp u.c u.cc
for preset in report trace; do
	export ANYCOV_FLAGS="--for $preset"
	for cc in $GCC $(command -v "g++${GCC#gcc}" || :); do
		case $cc in
		*g++*) header=c++-header source=u.cc ;;
		*) header=c-header source=u.c ;;
		esac
		for level in -O0 "-O2 -g"; do
			echo "$cc $level, $preset"
			rm -rf h.h.gch anycov-data
			# shellcheck disable=SC2086
			expect 0 "$ANYCOV" cc $cc $level $source -o prog
			expect 0 "$ANYCOV" run ./prog
			expect 0 "$ANYCOV" report
			cp out without
			rm -rf anycov-data
			# shellcheck disable=SC2086
			expect 0 "$ANYCOV" cc $cc $level -x $header h.h -o h.h.gch
			# shellcheck disable=SC2086
			expect 0 "$ANYCOV" cc $cc $level -Winvalid-pch -Werror -H $source -o prog
			has err "! h.h.gch"
			expect 0 "$ANYCOV" run ./prog
			expect 0 "$ANYCOV" report
			diff without out || fail "$cc $level, $preset: another report"
		done
	done
done
