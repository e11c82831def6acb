# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A file of flags that a machine with larger pages made: a child of fork() maps no more of its lane over
# its section than the section's own pages, so that no other data change.
. "${0%/*}/lib.sh"
have $GCC || lacks "a plugin for gcc"

cat >data.c <<'END'
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char behind[3 * 65536] = { 1 }, zeroed[3 * 65536];
int main(void)
{
	size_t i, wrong = 0;
	int status = 1;

	memset(behind, 5, sizeof(behind));
	memset(zeroed, 5, sizeof(zeroed));
	if (fork()) {
		wait(&status);
		return status ? 1 : 0;
	}
	for (i = 0; i < sizeof(behind); i++)
		wrong += behind[i] != 5 || zeroed[i] != 5;
	return wrong != 0;
}
END
# shellcheck disable=SC2046
$GCC -g -O1 $("$ANYCOV" flags --cc $GCC --for report) data.c -o prog $("$ANYCOV" flags --cc $GCC --link --for report)
rm -rf data
expect 0 "$ANYCOV" run -o data ./prog
python3 - data/*.flags <<'END'
import struct
import sys

path, page = sys.argv[1], 65536
old = open(path, "rb").read()
head = list(struct.unpack("IHHIIQQQQQII", old[:64]))
names = old[64:64 + head[2] + head[3]]
area = (head[6] + page - 1) // page * page
head[4] = head[5] = page
head[8:] = [0, 0, 0, 0]
new = (struct.pack("IHHIIQQQQQII", *head) + names).ljust(page + area, b"\0")
new += struct.pack("I", 4).ljust(page + 4 * area, b"\0")
open(path, "wb").write(new)
END
ANYCOV_DIR=$WORK/data ./prog || fail "data of the child changed: status $?"
expect 0 "$ANYCOV" dump data/*.flags
has "$WORK/out" "2 processes started, 2 ended"
expect 0 "$ANYCOV" report data
