# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# daemon(), which ends the parent inside the C library: its end is seen, with the call that was cut, and
# the child goes on.  Forks of other threads and children meanwhile are no end.
. "${0%/*}/ends_lib.sh"

cat >daemon.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void served(int x)
{
	if (x > 3)
		puts("big");
	if (!fork()) {
		puts("a child of the daemon");
		exit(x);
	}
	wait(NULL);
	puts("served");
}
__attribute__((noinline)) static int serve(int x)
{
	puts("before");
	if (daemon(1, 1))
		return 1;
	puts("in the daemon");
	served(x);
	return 0;
}
__attribute__((noinline)) static int middle(int x)
{
	int r = 0;

	if (x & 1)
		r = serve(x);
	puts("middle goes on");
	return r;
}
int main(int argc, char **argv)
{
	int pipes[2], x = argc > 1 ? atoi(argv[1]) : 0;
	char end;

	if (pipe(pipes))
		return 1;
	if (!fork()) {
		close(pipes[0]);
		exit(middle(x));
	}
	/* The end of the last one that writes. */
	close(pipes[1]);
	if (read(pipes[0], &end, 1))
		puts("never");
	wait(NULL);
	puts("all have ended");
	return 0;
}
END
daemons()
{
	for x in 0 1; do
		record "$1" "$2" daemon.c $x
		hasnt lossless.words "not ended"
		hasnt lossless.words "ended unseen"
		hasnt lossless.words "ended in a call"
		unknown_within 18 35
	done
	record "$1" "$2" daemon.c 0 1 5
	unknown_within 18 35
}
for_each_build daemons
