# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov run with a directory: every process is recorded, only own files are removed, and what
# was not recorded is named.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN

cat >t.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
int one(int x) { return x + 1; }
int two(int x) { return x + 2; }
int main(int c, char **v)
{
	if (c > 1 && v[1][0] == '1')
		return one(-1);
	if (c > 1 && v[1][0] == '2')
		return two(-2);
	if (c > 1 && v[1][0] == 'k')
		raise(SIGKILL);
	if (c > 1 && v[1][0] == 'f') {
		for (int i = 0; i < 2; i++)
			if (!fork())
				exit(i ? one(-1) : two(-2));
		while (wait(NULL) > 0)
			;
	}
	return c > 1 ? atoi(v[1]) : 0;
}
END
build()
{
	ANYCOV_FLAGS="--coverage $1" "$ANYCOV" cc gcc -g -O0 t.c -o "$2"
}
build flags flags
build trace-pc trace
build flags,trace-pc both
gcc t.c -o plain

# Each kind alone; several processes in one shell, and forks.
for prog in flags trace both; do
	expect 0 "$ANYCOV" run ./$prog 1
	[ ! -s err ] || fail "noise"
	expect 0 "$ANYCOV" report
	totals functions 2 3
	expect 0 "$ANYCOV" run sh -c "./$prog 1; ./$prog 2"
	expect 0 "$ANYCOV" report
	totals functions 3 3
	expect 0 "$ANYCOV" run ./$prog f
	expect 0 "$ANYCOV" report
	totals functions 3 3
	# The earlier recordings are gone.
	expect 0 "$ANYCOV" run ./$prog
	expect 0 "$ANYCOV" report
	totals functions 1 3
done
# Both kinds in one run.
expect 0 "$ANYCOV" run sh -c "./flags 1; ./trace 2; :"
expect 0 "$ANYCOV" report
totals functions 3 3

# The status is the program's.
expect 7 "$ANYCOV" run ./flags 7
expect 137 "$ANYCOV" run ./flags k
expect 0 "$ANYCOV" report
expect 143 "$ANYCOV" run sh -c 'kill -15 $$'
expect 127 "$ANYCOV" run ./no-such-program
one_sentence
expect 126 "$ANYCOV" run ./t.c

# Only files of 'anycov run' are removed, only from its directory.
mkdir precious
echo x >precious/notes
expect 2 "$ANYCOV" run -o precious sh -c 'echo ran'
one_sentence
has precious/notes x
expect 2 "$ANYCOV" run -o precious --append ./flags
expect 0 "$ANYCOV" run -o mine ./flags
echo x >mine/notes
echo x >mine/a.flags
echo x >mine/trace-.dump
mkdir mine/below
echo x >mine/below/flags-0123456789abcdef.flags
ln -s ../precious/notes mine/flags-0123456789abcdef.flags
touch mine/flags-0123456789abcdef.image mine/flags-0123456789abcdef.flags.001122.tmp
touch mine/trace-1-2.dump
expect 0 "$ANYCOV" run -o mine ./plain
LC_ALL=C ls -A mine >left
printf '%s\n' .anycov-data a.flags below flags-0123456789abcdef.flags notes trace-.dump |
	cmp - left || { cat left; fail "these files were left"; }
has precious/notes x
has mine/below/flags-0123456789abcdef.flags x
rm -r mine
mkdir empty
expect 0 "$ANYCOV" run -o empty ./flags
expect 0 "$ANYCOV" report empty
# Not a directory that may be used.
expect 2 "$ANYCOV" run -o missing/dir ./flags
one_sentence
echo x >file
expect 2 "$ANYCOV" run -o file ./flags
one_sentence
if [ "$(id -u)" -ne 0 ]; then
	mkdir -m 555 closed
	expect 2 "$ANYCOV" run -o closed ./flags
	one_sentence
fi

# Two runs do not remove each other's recordings.
"$ANYCOV" run sh -c 'echo >started; while [ ! -e stop ]; do sleep 0.1; done' 2>/dev/null &
while [ ! -e started ]; do sleep 0.1; done
expect 2 "$ANYCOV" run ./flags
has err "another 'anycov run'"
expect 0 "$ANYCOV" run --append ./flags
echo >stop
wait

# --append and --test add.
expect 0 "$ANYCOV" run ./flags 1
expect 0 "$ANYCOV" run --append ./flags 2
expect 0 "$ANYCOV" report
totals functions 3 3
expect 0 "$ANYCOV" run ./flags
expect 0 "$ANYCOV" run --test 'a/b 100%' ./trace 1
expect 0 "$ANYCOV" run --test .c ./flags 2
expect 0 "$ANYCOV" report
totals functions 3 3
expect 0 "$ANYCOV" report 'anycov-data/a%2Fb%20100%25'
totals functions 2 3
has 'anycov-data/a%2Fb%20100%25/.anycov-data' 'a/b 100%'
expect 0 "$ANYCOV" report anycov-data/%2Ec
expect 2 "$ANYCOV" run --test "$(printf '%04096d' 0)" ./flags
one_sentence
# A long name is that of the directory in part: the marker has all of it.
expect 0 "$ANYCOV" run --test "$(printf '%04095d' 1)" ./flags 1
expect 0 "$ANYCOV" run --test "$(printf '%04095d' 2)" ./flags 2
expect 0 "$ANYCOV" tests --names
[ "$(grep -c '^0*[12]$' out)" -eq 2 ] && [ "$(grep -c '^.\{4095\}$' out)" -eq 2 ] ||
	{ cat out; fail "long names"; }
# A new run removes the tests, too.
expect 0 "$ANYCOV" run ./flags
[ "$(find anycov-data | wc -l)" -eq 6 ] || fail "tests are left"

# Below another run nothing is removed, and the directory is that one's.
expect 0 "$ANYCOV" run sh -c './flags 1; mkdir -p sub; cd sub; "$0" run ../flags 2; "$0" run --test t ../trace
	"$0" run --test u "$0" run ../flags' "$ANYCOV"
[ ! -e sub/anycov-data ] || fail "the run below made a directory"
[ -d anycov-data/t ] && [ -d anycov-data/u ] || fail "no directories of tests"
expect 0 "$ANYCOV" report
totals functions 3 3
expect 0 "$ANYCOV" run sh -c './flags 1; "$0" run -o other ./flags 2; "$0" run -o other ./flags 1' "$ANYCOV"
expect 0 "$ANYCOV" report other
totals functions 3 3
# A dump in a run below, as anycov's own tests write.
expect 0 "$ANYCOV" run sh -c '"$0" run -o in.dump ./trace; ./flags' "$ANYCOV"
expect 0 "$ANYCOV" dump in.dump

# Names that are patterns elsewhere.
mkdir '100%t %d'
expect 0 "$ANYCOV" run -o '100%t %d' sh -c './both 1; ./both 2'
expect 0 "$ANYCOV" report '100%t %d'
totals functions 3 3

# Nothing was recorded: one sentence, and the status of the program.
for command in "./plain" "env -i ANYCOV_DIR= ./flags" "sh -c :"; do
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" run -o quiet $command
	[ "$(wc -l <err)" -eq 1 ] || fail "$command: not one sentence"
	has err "nothing was recorded"
	has err "--record-to"
	expect 1 "$ANYCOV" report quiet
done
# It was built with anycov cc, which had no plugin for the compiler.
mkdir unbuilt
(cd unbuilt && echo 'int main(void) { return 0; }' >main.c &&
	ANYCOV_LIB_DIR=$WORK/unbuilt "$ANYCOV" cc $GCC main.c -o main 2>first &&
	ANYCOV_LIB_DIR=$WORK/unbuilt "$ANYCOV" cc $GCC -c main.c 2>second &&
	ANYCOV_LIB_DIR=$WORK/unbuilt "$ANYCOV" cc $GCC -c main.c -o conftest.o 2>>second &&
	has first "anycov cc: not instrumented: $GCC: no plugin was built" && [ ! -s second ]) ||
	fail "anycov cc without a plugin"
expect 0 "$ANYCOV" run -o quiet unbuilt/main
has err "'anycov cc' made unbuilt/main without coverage: $GCC: no plugin was built"
expect 9 "$ANYCOV" run -o quiet sh -c 'exit 9'
has err "nothing was recorded"
expect 137 "$ANYCOV" run -o quiet ./trace k
has err "killed by signal 9"
expect 0 "$ANYCOV" run -o quiet ./flags
expect 0 "$ANYCOV" run -o quiet --append ./plain
has err "nothing was recorded"

# Linked without anycov: named, never "not covered".
mkdir tree && cd tree
cp ../flags .
ANYCOV_FLAGS="--coverage flags" "$ANYCOV" cc gcc -g -O0 -c ../t.c -o t.o
gcc t.o -o without
expect 0 "$ANYCOV" run ./without
has "$WORK/err" "tree/without: instrumented, linked without anycov"
[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not one sentence"
expect 1 "$ANYCOV" report
has "$WORK/err" "tree/without: instrumented, linked without anycov"
expect 0 "$ANYCOV" run sh -c './flags; ./without'
has "$WORK/err" "tree/without: instrumented, linked without anycov"
expect 3 "$ANYCOV" report
totals functions 1 3
has "$WORK/err" "tree/without: instrumented, linked without anycov"
has "$WORK/out" "1 image instrumented, linked without anycov"
expect 0 "$ANYCOV" report --allow-incomplete
expect 3 "$ANYCOV" report --json
has "$WORK/out" '"unlinked":1'
# Several, in one sentence.
cp without without-too
expect 0 "$ANYCOV" run sh -c './flags; ./without; ./without-too'
has "$WORK/err" "2 images were instrumented and linked without anycov, such as "
[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not one sentence of two images"
expect 3 "$ANYCOV" report
has "$WORK/err" "2 images were instrumented and linked without anycov, such as "
[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not one sentence of two images in a report"
has "$WORK/out" "2 images instrumented, linked without anycov"
rm without-too
# Beside builds that were recorded, one of which nothing was recorded may be left from another day.
mkdir stale current
cp without stale/one && cp without stale/two && cp ../flags current/
: >stale/.anycov-build && : >current/.anycov-build
rm without
expect 0 "$ANYCOV" run sh -c current/flags
has "$WORK/err" "tree/stale: nothing of this build was recorded; 2 images in it were linked without anycov, such as"
[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not one sentence for a build"
expect 0 "$ANYCOV" report
hasnt "$WORK/out" "linked without"
# One beside a program that was recorded counts, and so does one that is run itself.
cp stale/one current/
expect 0 "$ANYCOV" run sh -c current/flags
has "$WORK/err" "current/one: instrumented, linked without anycov"
expect 3 "$ANYCOV" report
# A library was loaded by another path of its tree.
echo 'int in_library(void) { return 0; }' >in_library.c
echo 'int in_library(void); int main(void) { return in_library(); }' >use_it.c
ANYCOV_FLAGS="--coverage flags" "$ANYCOV" cc gcc -shared -fPIC in_library.c -o current/libit.so
gcc use_it.c -o use_it -Lcurrent -lit
rm current/flags in_library.c use_it.c
ln -s current link
expect 0 env LD_LIBRARY_PATH="$PWD/link" "$ANYCOV" run sh -c ./use_it
has "$WORK/err" "current/one: instrumented, linked without anycov"
expect 3 "$ANYCOV" report
rm link use_it
expect 0 "$ANYCOV" run stale/one
has "$WORK/err" "stale/one: instrumented, linked without anycov"
rm -r stale current
# Linked with anycov, and not compiled with it.
gcc -g -O0 -c ../t.c -o t.o
"$ANYCOV" cc gcc t.o -o linked
expect 0 "$ANYCOV" run ./linked
has "$WORK/err" "none of its code was compiled by it"
# A library that the program needs, elsewhere.
mkdir ../libs && cd ../libs
cat >lib.c <<'END'
int lib(int x) { return x; }
END
echo 'int lib(int); int main(void) { return lib(0); }' >use.c
ANYCOV_FLAGS="--coverage flags" "$ANYCOV" cc gcc -fPIC -c lib.c
gcc -shared lib.o -o liblib.so
ANYCOV_FLAGS="--coverage flags" "$ANYCOV" cc gcc use.c -o ../use -L. -llib "-Wl,-rpath,$PWD"
cd .. && mkdir elsewhere && cd elsewhere
expect 0 "$ANYCOV" run ../use
has "$WORK/err" "liblib.so: instrumented, linked without anycov"
expect 3 "$ANYCOV" report
# A new run forgets them.
expect 0 "$ANYCOV" run ../flags
expect 0 "$ANYCOV" report
# What takes dumps alone says what takes the others.
cp ../in.dump a.dump
expect 1 "$ANYCOV" dump anycov-data
one_sentence
has "$WORK/err" "anycov report"
