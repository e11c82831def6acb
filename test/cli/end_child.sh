# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A child that ends by _exit(), exec or abort() four calls deep: its end is seen, the calls that do
# not return are known, and nothing is unknown in other functions.  So is an exec that fails.
. "${0%/*}/ends_lib.sh"

cat >child.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static int other(int x)
{
	if (x & 1)
		puts("odd");
	else
		puts("even");
	puts("other ends");
	return x;
}
__attribute__((noinline)) static int leave(int x)
{
	char *argv[] = { (char *)"true", NULL };

	if (x == 1)
		_exit(0);
	if (x == 2)
		execvp("true", argv);
	if (x == 3)
		execl("/no/such/file", "file", NULL);
	if (x == 4)
		abort();
	if (x == 5)
		execlp("true", "true", NULL);
	puts("leave goes on");
	return x + 1;
}
__attribute__((noinline)) static int second(int x)
{
	int i;

	for (i = 0; i < 3; i++)
		x += leave(x) > 100;
	puts("second: after the loop");
	return x;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0, status;
	pid_t pid;

	other(x);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		second(x);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		puts("aborted");
	puts("main ends");
	return 0;
}
END
child()
{
	for x in 1 2 4; do
		record "$1" "$2" child.c $x
		unknown_within 14 39
		hasnt lossless.words "ended in a call"
		hasnt lossless.words "killed"
		[ "${ENDS_MODE-}" ] || has lossless "1 file of flags, 2 processes"
	done
	record "$1" "$2" child.c 0 1 2 3 4 5
	unknown_within 14 39
}
for_each_build child
