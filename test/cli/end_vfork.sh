# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A child of vfork() ends in calls that its parent goes on with: by exec, by _exit(), or after an exec
# that fails, all is known; where its end was not seen what rests on it is unknown.
. "${0%/*}/ends_lib.sh"

cat >vfork.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sum;
__attribute__((noinline)) static void child(int x)
{
	char *const argv[] = { "true", NULL };

	if (x == 1)
		execv("/bin/true", argv);
	if (x == 2)
		_exit(2);
	if (x == 3)
		execv("/nowhere/true", argv);
	if (x == 4)
		execvp("no-such-program", argv);
	if (x == 5)
		execlp("true", "true", (char *)NULL);
	if (x == 6)
		syscall(SYS_exit_group, 6);
	if (x == 7)
		kill(getpid(), SIGKILL);
	sum++;
	_exit(1);
}
__attribute__((noinline)) static int start(int x)
{
	pid_t pid = vfork();
	int status = 0;

	if (!pid) {
		sum++;
		child(x);
	}
	if (pid > 0 && waitpid(pid, &status, 0) == pid)
		sum += 2;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	return 100;
}
int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		printf("%d\n", start(atoi(argv[i])));
	puts("end");
	return 0;
}
END
children()
{
	for x in 1 2 3 4 5 "1 2" "3 1 4"; do
		record "$1" "$2" vfork.c "$x"
		hasnt lossless.words "ended in a call"
		unknown_within 9 37
	done
	record "$1" "$2" vfork.c "1 2 3 4 5" "2 2" ""
	unknown_within 37 37 # the brace after the call that the child left
	for x in 6 7 "1 6" "7 2"; do
		record "$1" "$2" vfork.c "$x"
		shows "1 of 1 processes ended in a call, or left one by longjmp, maybe at any instruction"
	done
}
for_each_build children
