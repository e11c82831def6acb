# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program that defines longjmp() itself, in front of the C library's: no pointer leads to it, so calls
# are left unseen; those of clang's sanitizers are seen.  What follows them is never shown as covered.
. "${0%/*}/lib.sh"

cat >jump.c <<'EOF'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;
__attribute__((noinline)) static void leave(int n)
{
	if (n > 0)
		longjmp(env, 1);
	puts("leave ends");
}
__attribute__((noinline)) static void outer(int n)
{
	puts("outer");
	leave(n);
	puts("outer ends");
}
int main(int argc, char **argv)
{
	(void)argv;
	if (!setjmp(env))
		outer(argc);
	puts("main ends");
	return 0;
}
EOF
cat >own.c <<'EOF'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
void longjmp(void *env, int value);
void longjmp(void *env, int value)
{
	((void (*)(void *, int))dlsym(RTLD_NEXT, "longjmp"))(env, value);
	abort();
}
EOF
some=
# left COMPILER PRESET WHAT FLAG...: the report does not show line 14 as covered
left()
{
	cc=$1 preset=$2 what=$3
	shift 3
	# shellcheck disable=SC2046
	$cc -w -g -O1 $("$ANYCOV" flags --cc "$cc" --for "$preset" -- "$@") "$@" jump.c -o jump -ldl \
		$("$ANYCOV" flags --cc "$cc" --for "$preset" --link -- "$@") 2>link.err || {
		grep -q "cannot find" link.err || { cat link.err; fail "$cc $what"; }
		echo "missing: the library of $what for $cc"
		return 0
	}
	rm -rf anycov-data
	TSAN_OPTIONS=report_bugs=0 ASAN_OPTIONS=detect_leaks=0 "$ANYCOV" run ./jump >run.out 2>&1 ||
		{ cat run.out; return 0; }
	expect 0 "$ANYCOV" report --no-build --lcov jump.info
	grep -q '^DA:12,[1-9]' jump.info || fail "$cc $preset $what: outer() was not called"
	! grep -q '^DA:14,[1-9]' jump.info || { cat jump.info; fail "$cc $preset $what: line 14"; }
	some=yes
}
for cc in $(with_clang $GCC); do
	have $cc || continue
	for preset in report trace; do
		for pie in -pie -no-pie; do
			compile=-fPIE
			[ $pie = -pie ] || compile=-fno-pie
			left $cc $preset "$pie" $compile $pie
			left $cc $preset "own $pie" own.c $compile $pie
		done
		[ $cc != "$CLANG" ] || left $cc $preset thread -fsanitize=thread
		[ $cc != "$CLANG" ] || left $cc $preset address -fsanitize=address
		[ $cc != "$CLANG" ] || left $cc $preset memory -fsanitize=memory
	done
done
[ "$some" ] || lacks "a compiler with a plugin"
