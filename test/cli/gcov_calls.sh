# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What programs call of gcov's and LLVM's runtimes: to write keeps what ran, to clear forgets what this
# process ran since, and nothing of other processes.  Who does not call them has none; real ones win.
. "${0%/*}/lib.sh"
unset COLUMNS
cat >prog.c <<'EOF'
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
#ifdef WEAK
#define CALLED __attribute__((weak))
#else
#define CALLED
#endif
extern void __gcov_dump(void) CALLED;
extern void __gcov_reset(void) CALLED;
extern void __gcov_flush(void) CALLED;
extern int __llvm_profile_write_file(void) CALLED;
extern int __llvm_profile_dump(void) CALLED;
extern void __llvm_profile_reset_counters(void) CALLED;
extern void __llvm_profile_set_filename(const char *) CALLED;
extern void __llvm_profile_initialize_file(void) CALLED;
static volatile int n;
NOINLINE static void before(void)
{
	n++; /* before */
}
NOINLINE static void child(void)
{
	n++; /* child */
}
NOINLINE static void after(void)
{
	n++; /* after */
}
#ifdef LIBRARY
void library(int which);
#else
#define library(which) ((void)0)
#endif
int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];

	if (!__gcov_reset || !__llvm_profile_reset_counters)
		return 97;
	if (!strcmp(how, "plain"))
		return before(), 0;
	if (strcmp(how, "later"))
		before(), library(0);
	if (!strcmp(how, "llvm")) {
		__llvm_profile_set_filename("x");
		__llvm_profile_initialize_file();
		__llvm_profile_reset_counters();
	} else if (!strcmp(how, "llvm-dump")) {
		if (__llvm_profile_write_file() || __llvm_profile_dump())
			return 98;
		__llvm_profile_reset_counters();
	} else if (!strcmp(how, "dump")) {
		__gcov_dump(), __gcov_reset();
	} else if (!strcmp(how, "flush")) {
		__gcov_flush();
	} else if (!strcmp(how, "in-child")) {
		if (!fork())
			__gcov_reset(), child(), _exit(0);
		wait(NULL);
	} else if (!strcmp(how, "parent")) {
		if (!fork())
			child(), _exit(0);
		wait(NULL);
		__gcov_reset();
	} else {
		__gcov_reset();
	}
	after(), library(1);
	return 0;
}
EOF
cat >library.c <<'EOF'
extern void __gcov_dump(void);
static volatile int n;
void library(int which)
{
	if (which)
		n++; /* in the library after */
	else
		n--; /* in the library before */
	if (n > 9)
		__gcov_dump();
}
EOF
# states [-k] HOW BEFORE CHILD AFTER: 1 or 0 for each function; -k: into the same recording
states()
{
	if [ "$1" = -k ]; then
		shift
		ANYCOV_DIR=$PWD/d expect 0 ./prog "$1"
	else
		expect 0 "$ANYCOV" run -o d ./prog "$1"
	fi
	expect 0 "$ANYCOV" report -q --lcov r.info d
	for name in before child after; do
		line=$(grep -n "/\* $name \*/" prog.c | cut -d: -f1)
		grep -A999 '^SF:.*/prog.c' r.info | sed -n '/^end_of/q;p' | sed -n "s/^DA:$line,/$name /p"
	done >got
	printf 'before %s\nchild %s\nafter %s\n' "$2" "$3" "$4" | diff got - || fail "$cc $flags: $1"
}
for cc in gcc-12 $CLANG; do
	have "$cc" || continue
	for flags in "" "-static" "-O2 -static"; do
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc "$cc" $flags prog.c -o prog
		# Without a recording they do nothing that anyone sees.
		expect 0 ./prog dump
		states reset 0 0 1
		states llvm 0 0 1
		states dump 1 0 1
		states llvm-dump 1 0 1
		states flush 1 0 1
		states later 0 0 1
		# A child forgets nothing of its parent's, and a parent nothing of its child's.
		states in-child 1 1 1
		states parent 1 1 1
		# Nor a process what another one recorded.
		states plain 1 0 0
		states -k later 1 0 1
	done
	# Weak references add nothing to a program, as with GCC's own runtime.
	expect 0 "$ANYCOV" cc "$cc" -DWEAK prog.c -o prog
	expect 97 ./prog plain
	"$cc" -DWEAK prog.c -o plain
	text=$(size plain prog | awk '{ print $1 }' | tr '\n' ' ')
	# shellcheck disable=SC2086
	set -- $text
	[ $(($3 - $2)) -le 13312 ] || fail "$cc: $(($3 - $2)) bytes of text in a program"
	# A library has its own, and both act on the whole process.
	flags="with a library"
	expect 0 "$ANYCOV" cc "$cc" -shared -fPIC library.c -o liblibrary.so
	# shellcheck disable=SC2016
	expect 0 "$ANYCOV" cc "$cc" -DLIBRARY prog.c -o prog -L. -llibrary '-Wl,-rpath,$ORIGIN'
	states reset 0 0 1
	line=$(grep -n 'in the library after' library.c | cut -d: -f1)
	grep -q "^DA:$line,[1-9]" r.info || fail "$cc: the library after"
	line=$(grep -n 'in the library before' library.c | cut -d: -f1)
	grep -q "^DA:$line,0" r.info || fail "$cc: the library before"
	nm -D --defined-only prog liblibrary.so >names
	hasnt names __gcov
	# A library that calls none of them has no name more than without anycov.
	echo 'int two(void) { return 2; }' >two.c
	expect 0 "$ANYCOV" cc "$cc" -shared -fPIC two.c -o libtwo.so
	nm -D libtwo.so >names
	hasnt names dl_iterate_phdr
	# The program's own.
	flags="its own"
	cat prog.c - >own.c <<'EOF'
void __gcov_reset(void) {}
EOF
	expect 0 "$ANYCOV" cc "$cc" own.c -o prog
	rm -rf d
	expect 0 "$ANYCOV" run -o d ./prog reset
	expect 0 "$ANYCOV" report -q --lcov r.info d
	line=$(grep -n "/\* before \*/" own.c | cut -d: -f1)
	grep -q "^DA:$line,1" r.info || fail "$cc: not its own __gcov_reset()"
	# gcov's beside anycov: its file is written, and what it clears is not anycov's.
	cat >real.c <<'EOF'
extern void __gcov_dump(void);
extern void __gcov_reset(void);
extern void _Exit(int);
int n;
int main(void)
{
	n++; /* real */
	__gcov_dump();
	__gcov_reset();
	_Exit(0);
}
EOF
	rm -rf d real.gcda real-real.gcda
	expect 0 "$ANYCOV" cc "$cc" --coverage -c real.c -o real.o
	expect 0 "$ANYCOV" cc "$cc" --coverage real.o -o real
	expect 0 "$ANYCOV" run -o d ./real
	[ -s real.gcda ] || fail "$cc: gcov's __gcov_dump() was not called"
	expect 0 "$ANYCOV" report -q --lcov r.info d
	line=$(grep -n "/\* real \*/" real.c | cut -d: -f1)
	grep -q "^DA:$line,1" r.info || fail "$cc: beside gcov"
	# anycov flags --link prints what a compiler command would get.
	expect 0 "$ANYCOV" flags --cc "$cc" --link
	has out flags-gcov
	expect 0 "$ANYCOV" flags --cc "$cc" --link -- --coverage
	hasnt out flags-gcov
done
