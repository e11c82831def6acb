# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process ends by exit(), or a signal, while another thread has the lock of the dynamic linker: it
# does end, and all is known.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >lock.c <<'END'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int ready, ended, returned;
static int stay(struct dl_phdr_info *info, size_t size, void *arg)
{
	ready++; /* in the callback */
	while (ready)
		pause();
	returned++; /* after the callback */
	return 0;
}
static void *thread(void *arg)
{
	dl_iterate_phdr(stay, NULL);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	while (!ready)
		usleep(1000);
	ended++; /* at the end */
	if (argc > 1)
		raise(atoi(argv[1]));
	exit(0);
}
END
expect 0 "$ANYCOV" cc $GCC -O2 lock.c -o lock -pthread
line() # line TEXT: the number of the line with this comment
{
	grep -n "/\* $1 \*/" lock.c | cut -d: -f1
}
for signal in '' 15; do
	rm -rf anycov-data
	# shellcheck disable=SC2086
	expect $((${signal:--128} + 128)) timeout 60 "$ANYCOV" run ./lock $signal
	expect 0 "$ANYCOV" report --lcov lock.info
	hasnt out "a thread was alive"
	has lock.info "DA:$(line 'in the callback'),1"
	has lock.info "DA:$(line 'at the end'),1"
	has lock.info "DA:$(line 'after the callback'),0"
done
