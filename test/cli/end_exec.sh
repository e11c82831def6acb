# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# exec that fails for lack of a file: calls go on, and everything is known.  So it is of a child that
# longjmp() and exec leave, but for what depends on them.
. "${0%/*}/ends_lib.sh"

cat >exec.c <<'END'
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static jmp_buf env;
__attribute__((noinline)) static int tries(int x)
{
	if (x & 8)
		puts("eight");
	if (x & 1)
		execl("/nonexistent/program", "program", (char *)NULL);
	else
		execlp("anycov-no-such-program", "program", (char *)NULL);
	puts("went on");
	return errno;
}
__attribute__((noinline)) static int deep(int x)
{
	int r = 1;

	if (x > 100)
		r = 2;
	r += tries(x);
	r++;
	return r;
}
__attribute__((noinline)) static void jumps(int x)
{
	if (x & 2)
		longjmp(env, 1);
	puts("jumps ends");
}
__attribute__((noinline)) static void child(int x)
{
	if (!fork()) {
		jumps(x);
		deep(x);
		execl("/bin/true", "true", (char *)NULL);
		puts("not here");
	}
	wait(NULL);
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;

	if (setjmp(env)) {
		puts("jumped");
		_exit(1);
	}
	deep(x);
	if (x & 4)
		child(x);
	deep(x);
	puts("main ends");
	return 0;
}
END
execs()
{
	for x in 0 1; do
		record "$1" "$2" exec.c $x
		all_known
	done
	for x in 4 6; do
		record "$1" "$2" exec.c $x
		unknown_within 36 60
		hasnt lossless.words "ended in a call"
	done
	record "$1" "$2" exec.c 0 1 4 6
}
for_each_build execs
