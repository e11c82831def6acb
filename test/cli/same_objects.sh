# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Equal sources give equal objects in every directory, with -ffile-prefix-map and relative names.
. "${0%/*}/lib.sh"

for directory in one two/deeper; do
	mkdir -p $directory/src $directory/build
	cat >$directory/src/a.c <<-'END'
		#include <stdio.h>
		#include "a.h"
		int g(int x) { return x > 3 ? local(x) : __builtin_printf(__FILE__); }
		static int unused(int x) { return x * 3; }
	END
	echo 'static inline int local(int x) { return x == 5 ? 7 : 8; }' >$directory/src/a.h
done

# both COMPILER ARGUMENT...: the object of each directory
both()
{
	for directory in one two/deeper; do
		(cd $directory/build && "$@" $words -w -ffile-prefix-map="$WORK/$directory=." -c ../src/a.c -o a.o) ||
			fail "$*: $words"
	done
	cmp one/build/a.o two/deeper/build/a.o || fail "objects differ: $* $words"
	! grep -qF "$WORK" one/build/a.o || fail "an object names its directory: $* $words"
}

for cc in $GCC $(with_clang clang-14 clang-19 clang-22); do
	have $cc || continue
	for options in "" "--for trace" "--coverage trace-pc-guard,pc-table,control-flow,trace-cmp --prune none" "--coverage flags"; do
		expect 0 "$ANYCOV" flags --cc $cc $options
		words=$(cat out)
		both $cc -O2 -g
		both $cc -O0 -g
	done
	# The report finds the source by the names in the map.
	expect 0 "$ANYCOV" sites one/build/a.o
	has out "src/a.c:3"
	echo "$cc"
done
