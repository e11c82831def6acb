# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Threads that are alive when the process ends: they wait, work, hold a lock that destructors need, or
# begin others.  The calls in which they are then are known, so nothing else is unknown.  The oracle
# is what each line stored in a file, as its thread executed it.
. "${0%/*}/ends_lib.sh"

cat >threads.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static volatile unsigned char *executed;
#define X executed[__LINE__] = 1
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job = PTHREAD_COND_INITIALIZER;
static int way, jobs;
static volatile int n_working;
static int compute(int n)
{
	int i, sum = 0;
	X; for (i = 0; i < n; i++)
		if (i % 9 == 4)
		{ X; sum += i; }
		else
		{ X; sum -= i; }
	X; return sum;
}
static void wait_for_job(int forever)
{
	X; pthread_mutex_lock(&lock);
	X; while (!jobs || forever)
	{ X; pthread_cond_wait(&job, &lock); }
	X; jobs--;
	X; pthread_mutex_unlock(&lock);
}
static void *worker(void *arg)
{
	X; wait_for_job(0);
	X; compute(1000);
	X; __atomic_fetch_add(&n_working, 1, __ATOMIC_RELAXED);
	X; wait_for_job(1);
	X; puts("never");
	X; return arg;
}
static void *busy(void *arg)
{
	X; __atomic_fetch_add(&n_working, 1, __ATOMIC_RELAXED);
	X; while (!arg)
	{ X; compute(500); }
	X; return arg;
}
static void *holder(void *arg)
{
	X; flockfile(stdout);
	X; pthread_mutex_lock(&lock);
	X; __atomic_fetch_add(&n_working, 1, __ATOMIC_RELAXED);
	X; usleep(100000);
	X; pthread_mutex_unlock(&lock);
	X; funlockfile(stdout);
	X; pause();
	X; return arg;
}
static void *child(void *arg)
{
	X; compute(10);
	X; return arg;
}
static void *parent(void *arg)
{
	pthread_t t;
	X; __atomic_fetch_add(&n_working, 1, __ATOMIC_RELAXED);
	X; for (;;)
		if (!pthread_create(&t, NULL, child, NULL))
		{ X; pthread_join(t, NULL); }
	X; return arg;
}
static void last(void)
{
	X; puts("last");
	X; if (pthread_mutex_lock(&lock))
	{ X; puts("not locked"); }
	X; pthread_mutex_unlock(&lock);
}
int main(int argc, char **argv)
{
	void *(*const kinds[])(void *) = { worker, busy, holder, parent };
	pthread_t t;
	int i, kind, fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (ftruncate(fd, 4096))
		return 9;
	executed = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	X; way = atoi(argv[2]), kind = atoi(argv[3]);
	X; atexit(last);
	jobs = 3;
	X; for (i = 0; i < (kind == 2 ? 1 : 3); i++)
	{ X; pthread_create(&t, NULL, kinds[kind], NULL); }
	X; while (n_working < (kind == 2 ? 1 : 3))
		usleep(100);
	X; if (way == 1)
	{ X; exit(0); }
	if (way == 2)
	{ X; _exit(0); }
	if (way == 3)
	{ X; raise(15); }
	if (way == 4)
	{ X; abort(); }
	X; return 0;
}
END

# judge: no line is wrong, and few are unknown
judge()
{
	python3 - $1 <<'END' || { cat report.text; fail "$cc $flags $place: way $way of threads $kind"; }
import sys
executed = open('executed', 'rb').read()
covered = dict(l[3:].split(',')[:2] for l in open('report.info') if l.startswith('DA:'))
lines = [n for n, l in enumerate(open('threads.c'), 1) if l.lstrip('\t{ ').startswith('X;')]
wrong = [n for n in lines if str(n) in covered and
         (int(covered[str(n)]) > 0) != (executed[n] > 0)]
unknown = [n for n in lines if str(n) not in covered]
if wrong or len(unknown) > int(sys.argv[1]):
    sys.exit('wrong: %s, unknown: %s' % (wrong, unknown))
END
}
threads()
{
	cc=$1 flags=$2
	# shellcheck disable=SC2046,SC2086
	$cc -g -w $flags $("$ANYCOV" flags --cc "$cc" $place) -pthread threads.c -o prog \
		$("$ANYCOV" flags --cc "$cc" --link) || fail "$cc $flags"
	for way in 0 1 2 3 4; do
		for kind in $kinds; do
			"$ANYCOV" run -o data timeout 20 ./prog executed $way $kind >run.out 2>&1 &&
				status=0 || status=$?
			case $way in
			3) [ $status = 143 ] ;;
			4) [ $status = 134 ] ;;
			*) [ $status = 0 ] ;;
			esac || { cat run.out; fail "status $status of way $way, threads $kind"; }
			"$ANYCOV" report data --lcov report.info >report.text 2>report.err ||
				{ cat report.text report.err; fail "report of $cc $flags"; }
			tr -s ' \n' ' ' <report.text >report.words
			hasnt report.words "ended in a call"
			hasnt report.words "killed"
			judge 16
		done
	done
}
kinds="0 1 2"
# Older ones do not block signals in a thread that begins, so the last kind cannot be stopped in any case.
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc 2\.//p')
[ "${glibc:-0}" -lt 34 ] || kinds="$kinds 3"
for_each_build threads
