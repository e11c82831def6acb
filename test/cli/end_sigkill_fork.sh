# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A child of fork() goes on with calls that its parent began.  If SIGKILL ends it, what it executed is not
# shown as not covered: what its parent hit before is among its flags, also if the parent ended meanwhile
# or has other threads.  The oracle is what each line stored in a file.
. "${0%/*}/ends_lib.sh"

cat >forks.c <<'END_OF_C'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned char *executed;
#define X executed[__LINE__] = 1
static volatile int dies, waits = 1;
__attribute__((noinline)) static void tick(void)
{
	X; if (dies)
	{ X; raise(SIGKILL); }
	X;
}
__attribute__((noinline)) static int work(int n)
{
	int pid;
	X; tick();
	X; if (n > 1)
	{
		X; pid = fork();
		if (!pid)
		{
			X; dies = 1;
			X; tick();
			X; if (n == 77)
			{ X; puts("x"); }
			else
			{ X; puts("y"); }
		}
		if (waits)
		{ X; wait(NULL); }
	}
	X; return n;
}
__attribute__((noinline)) static int killed(int n)
{
	X; tick();
	X; n++;
	X; return n;
}
static void *stay(void *arg)
{
	pause();
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;
	int fd = open(argv[1], O_RDWR | O_CREAT, 0600);

	if (ftruncate(fd, 4096))
		return 1;
	executed = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	X; if (!strcmp(argv[2], "thread"))
	{ X; pthread_create(&t, NULL, stay, NULL); }
	X; waits = strcmp(argv[2], "leave");
	X; if (!strcmp(argv[2], "late"))
	{
		X; if (!fork())
			return 0;
		X; dies = 1;
		X; killed(argc);
	}
	X; return work(argc) == 77;
}
END_OF_C
# A child that takes a while to begin, before anything of the program's does.
cat >slow.c <<'END_OF_C'
#include <pthread.h>
#include <unistd.h>
static void wait_a_little(void) { usleep(150000); }
__attribute__((constructor)) static void begin(void) { pthread_atfork(NULL, NULL, wait_a_little); }
void slow(void) {}
END_OF_C
gcc -shared -fPIC slow.c -o libslow.so -pthread || lacks "a compiler"
grep -n '^.*	[{ ]*X;' forks.c | cut -d: -f1 >marked

forks()
{
	cc=$1 flags=$2
	# shellcheck disable=SC2046,SC2086
	$cc -g $flags $("$ANYCOV" flags --cc $cc $place) forks.c -pthread -o prog $("$ANYCOV" flags --cc $cc --link) \
		-Wl,--no-as-needed -L. -lslow -Wl,-rpath,"$WORK" ||
		fail "$cc $flags"
	for how in wait leave leave leave thread late; do
		rm -rf data oracle
		"$ANYCOV" run -o data ./prog oracle $how >run.out 2>&1 </dev/null || :
		sleep 0.3 # for the child, which its parent left
		expect 0 "$ANYCOV" report data --allow-incomplete --lcov all.info
		lines all >all.lines
		od -An -v -tu1 -w1 oracle | awk '$1 { print NR - 1 }' >ran
		awk 'FILENAME == "ran" { ran[$1] = 1; next } FILENAME == "marked" { marked[$1] = 1; next }
			$1 in marked && ($2 > 0) != ($1 in ran)' ran marked all.lines >wrong
		[ ! -s wrong ] || { cat "$WORK/out" wrong; fail "$cc $flags $place: $how: wrong lines"; }
		# What the parent covered remains known.
		[ $how != wait ] || [ "$(grep -c ' 1$' all.lines)" -gt 12 ] ||
			{ cat "$WORK/out"; fail "$cc $flags $place: too few lines"; }
	done
}
for_each_build forks
