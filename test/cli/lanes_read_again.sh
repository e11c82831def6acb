# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process that begins, or ends with calls that are not known, while a report reads its flags is not
# taken for one whose calls are complete.
. "${0%/*}/lib.sh"
have $GCC || lacks "a plugin for gcc"

cat >code.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	puts(argv[0]);
	return argc > 7;
}
END
# In the place of the processes: the counts change behind the first read of the header.
cat >change.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "anycov/flags_file.h"
ssize_t pread64(int fd, void *p, size_t n, off64_t at)
{
	static ssize_t (*next)(int, void *, size_t, off64_t);
	static int reads;
	const char *change = getenv("CHANGE");
	struct anycov_flags_head head;
	ssize_t got;

	if (!next)
		next = (ssize_t (*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
	got = next(fd, p, n, at);
	if (change && !at && got == sizeof(head)) {
		memcpy(&head, p, sizeof(head));
		if (head.magic == ANYCOV_FLAGS_MAGIC && reads++) {
			head.n_started += !strcmp(change, "begin");
			head.n_ended_cut += !strcmp(change, "cut");
			memcpy(p, &head, sizeof(head));
		}
	}
	return got;
}
ssize_t pread(int fd, void *p, size_t n, off_t at) { return pread64(fd, p, n, at); }
END
gcc -shared -fPIC -D_FILE_OFFSET_BITS=32 -I"$ANYCOV_SOURCE/include" change.c -o change.so -ldl || lacks "a compiler"
# shellcheck disable=SC2046
$GCC -g -O0 $("$ANYCOV" flags --cc $GCC --for report) code.c -o prog $("$ANYCOV" flags --cc $GCC --link --for report)
# A command that is itself built with ASan may be preloaded, too.
quiet=${ASAN_OPTIONS-}${ASAN_OPTIONS:+:}verify_asan_link_order=0
rm -rf data
expect 0 "$ANYCOV" run -o data ./prog
expect 0 "$ANYCOV" dump data/*.flags
has "$WORK/out" "1 process started, 1 ended, 0 of these"
expect 0 env CHANGE=begin ASAN_OPTIONS="$quiet" LD_PRELOAD="$WORK/change.so" "$ANYCOV" dump data/*.flags
has "$WORK/out" "2 processes started, 1 ended, 0 of these"
expect 0 env CHANGE=cut ASAN_OPTIONS="$quiet" LD_PRELOAD="$WORK/change.so" "$ANYCOV" dump data/*.flags
has "$WORK/out" "1 process started, 1 ended, 1 of these"
