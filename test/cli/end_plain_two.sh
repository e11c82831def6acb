# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Two libraries in a program without flags, as Python's packages have: that one ends before the other
# makes nothing unknown, and what its code leaves then, in a destructor of the other, is noticed.
. "${0%/*}/ends_lib.sh"

cat >first.c <<'END'
#include <setjmp.h>
static int is_used;
void jump_back(jmp_buf *env);
int first(int x);
void jump_back(jmp_buf *env)
{
	longjmp(*env, 1);
}
int first(int x)
{
	is_used = 1;
	if (x > 5)
		return 3;
	return is_used;
}
END
cat >second.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>
static void (*back)(jmp_buf *);
static int is_late;
static jmp_buf env;
int second(int x, void (*jump)(jmp_buf *));
__attribute__((noinline)) static int call(int x)
{
	int n = x;

	if (is_late)
		back(&env);
	n += 2;
	n += getpid();
	return n;
}
int second(int x, void (*jump)(jmp_buf *))
{
	back = jump;
	return call(x) == 7;
}
__attribute__((noinline)) static void leave(void)
{
	call(4);
	puts("not executed");
}
__attribute__((destructor)) static void end(void)
{
	if (back && !setjmp(env)) {
		is_late = 1;
		leave();
	}
}
END
cat >host.c <<'END'
#include <dlfcn.h>
#include <setjmp.h>
static jmp_buf env;
int main(int argc, char **argv)
{
	void *one = dlopen(argv[1], RTLD_NOW), *two = dlopen(argv[2], RTLD_NOW);

	if (((int (*)(int))dlsym(one, "first"))(2) != 1)
		return 1;
	((int (*)(int, void *))dlsym(two, "second"))(2, argc > 3 ? dlsym(one, "jump_back") : 0);
	if (!setjmp(env))
		longjmp(env, 1);
	return 0;
}
END

some=
for cc in $GCC $CLANG; do
	have $cc || continue
	some=yes
	for part in first second; do
		"$ANYCOV" cc $cc -O1 -g -fPIC -shared $part.c -o $part.so
	done
	$cc -O1 -w host.c -o host -ldl
	rm -rf anycov-data
	expect 0 "$ANYCOV" run ./host ./first.so ./second.so
	expect 0 "$ANYCOV" report --no-build --lcov plain.info
	hasnt "$WORK/out" "unknown:"
	lines plain | grep -x '20 1' || fail "$cc: second() was not recorded"
	rm -rf anycov-data
	expect 0 "$ANYCOV" run ./host ./first.so ./second.so late
	expect 0 "$ANYCOV" report --no-build --lcov late.info
	hasnt "$WORK/out" "ended in a call"
	! grep DA:26,1 late.info || fail "$cc: a line after a jump"
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
