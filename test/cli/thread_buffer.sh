# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A dump of a program of which a thread recorded into a buffer of its own and has ended, with the
# buffer: it has no records of that thread, and those of the others.
. "${0%/*}/lib.sh"

cat >own.c <<'END'
#include <anycov/anycov.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static int failed;
static void *record(void *arg)
{
	const size_t bytes = 8192;
	uint64_t *own = malloc(bytes);

	anycov_stop();
	failed = !own || anycov_buffer(own, bytes) || anycov_start(KCOV_TRACE_PC);
	anycov_stop();
	free(own);
	return arg;
}
int main(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, record, NULL) || pthread_join(t, NULL))
		return 2;
	return failed;
}
END
tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	# shellcheck disable=SC2046
	"$cc" -g -pthread -I "$ANYCOV_SOURCE/include" $("$ANYCOV" flags --cc "$cc" --for trace) own.c -o own \
		$("$ANYCOV" flags --cc "$cc" --link --for trace)
	rm -rf own.dump
	expect 0 "$ANYCOV" run --mode pc -o own.dump ./own
	expect 0 "$ANYCOV" dump own.dump
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
