# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A child of fork() that a thread made is one of which all is known, whether it executes another
# program, exits, or forks itself: its calls begin in the thread.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >forks.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static const char *how;
static volatile int ended, returned;
static void ends(void)
{
	if (!strcmp(how, "exec"))
		execlp("true", "true", (char *)NULL);
	if (!strcmp(how, "_exit"))
		_exit(0);
	exit(0);
}
static void child(void)
{
	pid_t pid;

	if (!strcmp(how, "forks")) {
		pid = fork();
		if (pid)
			waitpid(pid, NULL, 0);
	}
	ended++;
	ends();
	returned++; /* after the call */
}
static void *thread(void *arg)
{
	pid_t pid = fork();

	if (!pid)
		child();
	waitpid(pid, NULL, 0);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;

	how = argv[argc - 1];
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
END
expect 0 "$ANYCOV" cc $GCC -O2 forks.c -o forks -pthread
after=$(grep -n 'after the call' forks.c | cut -d: -f1)
before=$(grep -n 'ended++' forks.c | cut -d: -f1)
for how in exec _exit exit forks; do
	rm -rf anycov-data
	expect 0 timeout 60 "$ANYCOV" run ./forks $how
	expect 0 "$ANYCOV" report --lcov forks.info
	hasnt out "ended in a call"
	has forks.info "DA:$before,1"
	hasnt forks.info "DA:$after,1"
	expect 0 "$ANYCOV" report
	hasnt out "ended in a call"
	grep -Eq '^  functions .* 0 +4$' out || fail "$how: functions are unknown: $(cat out)"
done
