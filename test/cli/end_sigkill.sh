# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# SIGKILL leaves only the calls of the processes that it ended incomplete: what other processes covered
# remains covered.  The oracle is what each line stored in a file, as a process executed it.
. "${0%/*}/ends_lib.sh"

cat >kills.c <<'END'
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned char *executed;
#define X executed[__LINE__] = 1
static volatile int left;
__attribute__((noinline)) static void tick(void)
{
	X; if (left && !--left)
	{ X; raise(SIGKILL); }
}
__attribute__((noinline)) static int chain(int n)
{
	X; tick();
	X; n += 3;
	X; tick();
	X; if (n & 1)
	{ X; tick(); X; n++; }
	X; return n;
}
__attribute__((noinline)) static int loop(int n)
{
	int i, sum = 0;
	X; for (i = 0; i < n; i++)
	{ X; sum += chain(i); }
	X; tick();
	X; return sum;
}
static int descend(int n)
{
	int r;
	X; if (!n)
	{ X; tick(); X; return 0; }
	X; r = descend(n - 1);
	X; tick();
	X; return r + loop(n);
}
__attribute__((noinline)) static void child(int ends)
{
	int pid;
	X; pid = fork();
	if (!pid)
	{ X; left = ends ? 0 : 5; return; }
	X; wait(NULL);
	X; tick();
}
__attribute__((noinline)) static void fail_to_exec(char **argv)
{
	X; execv("/no/such/program", argv);
	X; descend(2);
	X; left = 3;
	X; loop(2);
	X; puts("never");
}
__attribute__((noinline)) static void killed_only(void)
{
	X; left = 2;
	X; tick();
	X; tick();
	X; puts("never");
}
int main(int argc, char **argv)
{
	const char *how = argv[2];
	int fd = open(argv[1], O_RDWR | O_CREAT, 0600);

	if (ftruncate(fd, 4096))
		return 1;
	executed = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	X; left = atoi(how);
	X; if (!strcmp(how, "wait"))
	{ X; if (read(0, &(char){ 0 }, 1) != 1) return 2; }
	X; if (!strcmp(how, "child"))
	{ X; child(1); X; child(0); }
	X; if (!strcmp(how, "exec"))
	{ X; fail_to_exec(argv); }
	X; if (!strcmp(how, "only"))
	{ X; killed_only(); }
	X; printf("%d\n", descend(4) + argc);
	X; return 0;
}
END

# executed: "LINE 1" of each line that a process stored
executed() { od -An -v -tu1 -w1 oracle | awk '$1 { print NR - 1, 1 }'; }

# check WHAT: what the report of data shows is so, and what ended processes covered still is
check()
{
	expect 0 "$ANYCOV" report data --allow-incomplete --lcov all.info
	lines all | sort >all.lines
	executed | sort >executed.lines
	awk 'NR == FNR { ran[$1] = 1; next } FILENAME == "marked" { marked[$1] = 1; next }
		$1 in marked && ($2 > 0) != ($1 in ran)' executed.lines marked all.lines >wrong
	[ ! -s wrong ] || { cat "$WORK/out" wrong; fail "$cc $flags $place: $1: wrong lines"; }
	grep ' 1$' all.lines | comm -23 ended.lines - >lost
	[ ! -s lost ] || { cat "$WORK/out" lost; fail "$cc $flags $place: $1: not covered any more"; }
}
run() { "$ANYCOV" run --append -o data ./prog oracle "$1" >run.out 2>&1 </dev/null || :; }

kills()
{
	cc=$1 flags=$2
	# shellcheck disable=SC2046,SC2086
	$cc -g $flags $("$ANYCOV" flags --cc $cc $place) kills.c -o prog $("$ANYCOV" flags --cc $cc --link) ||
		fail "$cc $flags"
	rm -rf data oracle
	run 0
	expect 0 "$ANYCOV" report data --lcov ended.info
	lines ended | grep ' 1$' | sort >ended.lines
	[ "$(wc -l <ended.lines)" -gt 15 ] || fail "$cc $flags $place: too few lines"
	for how in 1 2 3 5 8 13 21 only; do
		run $how
		check "killed at $how"
	done
	run child
	check "a killed child"
	run exec
	check "killed after an exec that failed"
	# The others are apart in merged files as well.
	cp all.lines before.lines
	rm -rf merged
	expect 0 "$ANYCOV" merge -o merged data
	expect 0 "$ANYCOV" report merged --allow-incomplete --lcov all.info
	lines all | sort | cmp -s - before.lines || fail "$cc $flags $place: the report of merged files differs"
	# More than there are lanes, some of them killed.
	mkfifo gate
	exec 3<>gate
	for how in $(seq 24); do
		ANYCOV_DIR=$WORK/data ./prog oracle wait <gate >run.out 2>&1 &
	done
	run 4
	for how in $(seq 24); do echo; done >&3
	wait
	exec 3>&-
	rm gate
	check "more processes than lanes"
	run 0
	check "once more"
}

# The lines with a mark of their own, but for those with two.
grep -n '^.*	[{ ]*X;' kills.c | grep -v 'X;.*X;.*' | cut -d: -f1 >marked
for_each_build kills
