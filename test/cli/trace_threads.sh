# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Threads one after the other, which the C library gives the same stack and thread-local memory:
# what each of them recorded is in the dump, also if it ends by pthread_exit(), by cancellation or
# in the destructor of a key.
. "${0%/*}/traces_lib.sh"

cat >threads.c <<'EOF'
#include <pthread.h>
#include <unistd.h>
static volatile int n;
static pthread_key_t key;
__attribute__((noinline)) static void first(void) { n++; }
__attribute__((noinline)) static void second(void) { n += 2; }
__attribute__((noinline)) static void third(void) { n += 3; }
__attribute__((noinline)) static void fourth(void) { n += 4; }
__attribute__((noinline)) static void never(void) { n += 5; }
static void *returns(void *a) { first(); return a; }
static void *exits(void *a) { second(); pthread_exit(a); }
static void *waits(void *a) { third(); for (;;) pause(); return a; }
static void *has_key(void *a) { pthread_setspecific(key, &key); return a; }
static void destructor(void *a) { (void)a; fourth(); }
static void run(void *(*f)(void *), int cancels)
{
	pthread_t t;

	if (pthread_create(&t, NULL, f, NULL))
		never();
	if (cancels) {
		while (n < 6)
			usleep(1000);
		pthread_cancel(t);
	}
	pthread_join(t, NULL);
}
int main(void)
{
	pthread_key_create(&key, destructor);
	run(returns, 0);
	run(exits, 0);
	run(waits, 1);
	run(has_key, 0);
	return n != 10;
}
EOF

for cc in $(with_clang $GCC); do
	have "$cc" || continue
	# shellcheck disable=SC2046
	$cc -w -g -O1 $("$ANYCOV" flags --cc "$cc" --for trace) threads.c -o threads \
		$("$ANYCOV" flags --cc "$cc" --link --for trace) -pthread
	for mode in pc uniq-pc; do
		rm -rf data
		expect 0 "$ANYCOV" run -o data --mode $mode ./threads
		expect 0 "$ANYCOV" report --functions data
		for f in first second third fourth; do
			grep -q "^  $f  *1/1 " out || { cat out; fail "$cc, $mode: $f"; }
		done
		grep -q "^  never  *0/1 " out || { cat out; fail "$cc, $mode: never"; }
	done
done
