# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Children with hooks that no handler of fork() sees: _Fork(), clone(), a system call.  What they
# execute counts, however they end, and children of vfork() are none.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT ANYCOV_SIZE

cat >forks.c <<'EOF'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
extern pid_t _Fork(void) __attribute__((weak));
static const char *end;
static char stack[65536] __attribute__((aligned(16)));
__attribute__((noinline)) void in_child(void) { __asm__(""); }
__attribute__((noinline)) void in_parent(void) { __asm__(""); }
__attribute__((noinline)) void behind(void) { __asm__(""); }
__attribute__((noinline)) void never(void) { __asm__(""); }
static void *thread(void *p)
{
	pause();
	behind();
	return p;
}
static int child(void *p)
{
	in_child();
	if (!strcmp(end, "_exit"))
		_exit(0);
	if (!strcmp(end, "abort"))
		abort();
	if (!strcmp(end, "exec"))
		execl("/bin/true", "true", (char *)NULL);
	if (!strcmp(end, "no-exec"))
		execl("/no/such/file", "true", (char *)NULL);
	if (!strcmp(end, "kill"))
		raise(SIGKILL);
	exit(p != NULL);
}
int main(int c, char **v)
{
	pthread_t t;
	pid_t pid = -1;

	end = v[2];
	if (!strcmp(v[1], "call"))
		pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!strcmp(v[1], "_Fork") && !_Fork)
		return 77;
	if (!strcmp(v[1], "_Fork"))
		pid = _Fork();
	if (!strcmp(v[1], "thread") && !pthread_create(&t, NULL, thread, NULL))
		pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!pid)
		child(NULL);
	if (!strcmp(v[1], "clone"))
		pid = clone(child, stack + sizeof(stack), SIGCHLD, NULL);
	if (!strcmp(v[1], "vfork") && !(pid = vfork()))
		_exit(0);
	if (pid < 0 || waitpid(pid, NULL, 0) < 0)
		return 1;
	in_parent();
	if (c > 5)
		never();
	_exit(0);
}
EOF
export ANYCOV_FLAGS="--for trace"
"$ANYCOV" cc gcc -g -O1 -w forks.c -o forks -pthread
echo 'int main(void) { return 0; }' >small.c
"$ANYCOV" cc gcc -O1 small.c -o small

# states STATUS FUNCTION=STATE...
states()
{
	expect "$1" "$ANYCOV" report --json
	shift
	python3 - out "$@" <<'EOF' || { ls anycov-data >&2; fail "$how $end: $*"; }
import json, sys
report = json.load(open(sys.argv[1]))
have = {f["name"]: f["state"] for i in report["images"] for f in i["functions"]}
bad = [w for w in sys.argv[2:] if have.get(w.split("=")[0]) != w.split("=")[1].replace("_", " ")]
sys.exit(f"{bad}: {have}" if bad else 0)
EOF
}
for mode in set pc; do
	[ $mode = set ] && with='' || with="--mode $mode"
	for how in call _Fork clone thread; do
		for end in exit _exit abort exec no-exec; do
			status=0
			# shellcheck disable=SC2086
			"$ANYCOV" run $with ./forks $how $end >run.out 2>&1 || status=$?
			[ $status != 77 ] || continue
			[ $status = 0 ] && [ ! -s run.out ] || { cat run.out; fail "$mode $how $end: $status"; }
			states 0 main=covered child=covered in_child=covered in_parent=covered \
				behind=not_covered never=not_covered
			[ "$(find anycov-data -name '*.dump*' | wc -l)" -eq 2 ] || fail "$how $end: not two dumps"
		done
	done
done
how=vfork end="exit"
"$ANYCOV" run ./forks $how $end
states 0 main=covered in_child=not_covered in_parent=covered
[ "$(find anycov-data -name '*.dump*' | wc -l)" -eq 1 ] || fail "$how: not one dump"
# Without a directory: names that have no time.
rm -f one.dump*
"$ANYCOV" run -o one.dump ./forks call exit
[ "$(find . -maxdepth 1 -name 'one.dump*' | wc -l)" -eq 2 ] || fail "not two dumps of one name"
