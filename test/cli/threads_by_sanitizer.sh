# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# -fsanitize=thread: what several threads store into one flag is no race of the program.  One of the program
# is found.
. "${0%/*}/lib.sh"

cat >prog.c <<'END'
#include <pthread.h>
int shared;
static void *work(void *p)
{
	long s = 0;

	for (long i = 0; i < 1000; i++)
		if (i % 7 == 0)
			s += i;
#ifdef RACES
	shared++;
#endif
	return p ? (void *)s : p;
}
int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, work, t);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
END
for cc in $(with_clang clang-13 clang-14 clang-15 clang-16 clang-19 clang-22) $GCC; do
	have "$cc" && "$cc" -fsanitize=thread prog.c -o own 2>/dev/null && ./own 2>/dev/null || continue
	for what in "" "--for report --coverage flags --flags test" "--coverage inline-8bit-counters"; do
		ANYCOV_FLAGS=$what "$ANYCOV" cc "$cc" -O1 -g -fsanitize=thread prog.c -o prog -lpthread
		./prog >out 2>&1 || fail "$cc $what: status $?: $(cat out)"
	done
	"$ANYCOV" cc "$cc" -O1 -g -fsanitize=thread -DRACES prog.c -o races -lpthread
	! ./races >out 2>&1 || fail "$cc: the race is not found"
	grep -q 'prog.c:11' out || fail "$cc: the race has no line: $(cat out)"
done
