# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Equal sources give equal objects in every directory, with -ffile-prefix-map and relative names; on
# machines with other names, users and time zones; and with any number of jobs at once.
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

# A build of several objects, in another directory, by another user of a machine with another name.
build() # build DIRECTORY JOBS
{
	mkdir -p "$1"
	for n in 1 2 3 4 5 6; do
		printf 'int f%d(int x)\n{\n\treturn x > %d ? 1 : x;\n}\n' $n $n >"$1/f$n.c"
	done
	echo 'int f1(int); int main(int c, char **v) { (void)v; return f1(c) - 1; }' >"$1/main.c"
	printf 'prog: main.o f1.o f2.o f3.o f4.o f5.o f6.o\n\t$(CC) $^ -o $@\n' >"$1/Makefile"
	make -C "$1" -j "$2" CC="$ANYCOV cc $cc" CFLAGS="-O2 -g -ffile-prefix-map=$WORK/$1=." >make.log 2>&1 ||
		{ cat make.log; fail "$cc: make -j $2"; }
}
apart=
! unshare --uts true 2>/dev/null || apart="unshare --uts"
[ -n "$apart" ] || echo "missing: unshare with the right to name a machine"
export ANYCOV WORK
for cc in $GCC $(with_clang clang-14 clang-22); do
	have $cc || continue
	rm -rf here elsewhere
	build here 1
	(
		export TZ=Asia/Tokyo LANG=C LC_ALL=C USER=other HOME="$WORK/one" TMPDIR="$WORK/two"
		umask 077
		build elsewhere 4
	) || exit 1
	for file in prog main.o f1.o f2.o f3.o f4.o f5.o f6.o; do
		cmp here/$file elsewhere/$file || fail "$cc: $file of another build differs"
	done
	# The machine's name.
	mkdir -p named
	cp here/f1.c named
	(cd named && $apart sh -euc '[ -z "$2" ] || hostname elsewhere
		"$ANYCOV" cc "$1" -O2 -g -ffile-prefix-map="$WORK/named=." -c -o f1.o f1.c' sh $cc "$apart") || fail "$cc: another machine"
	cmp here/f1.o named/f1.o || fail "$cc: an object of a machine with another name differs"
	echo "$cc: another machine, other jobs"
done

# GCC puts the words of its command line, so the plugin's path, into the debug information, but not
# with -gno-record-gcc-switches: then anycov may be installed elsewhere.
if [ -n "$GCC" ]; then
	cp -rp "$(dirname "$ANYCOV")/../lib/anycov" lib
	"$ANYCOV" cc $GCC -O2 -g -gno-record-gcc-switches -c here/f1.c -o f1.o
	ANYCOV_LIB_DIR=$WORK/lib "$ANYCOV" cc $GCC -O2 -g -gno-record-gcc-switches -c here/f1.c -o moved.o
	cmp f1.o moved.o || fail "$GCC: an object of another installation differs"
fi
