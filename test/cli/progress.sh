# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Long work shows its progress on stderr: only if that is a terminal, not with -q, and nothing is
# left of it at the end.
. "${0%/*}/lib.sh"
needs gcc || lacks gcc
# clock.so would be loaded before it.
nm "$ANYCOV" | grep -q __asan_init && lacks "a command without AddressSanitizer"
# A clock that is a second later each time, so that all work is long.
cat >clock.c <<'END'
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *t)
{
	static time_t now = 1000;

	(void)id;
	t->tv_sec = now++;
	t->tv_nsec = 0;
	return 0;
}
END
gcc -shared -fPIC -O1 clock.c -o clock.so
cat >a.spec <<END
image
function main file=a.c dir=/w line=1
block 0 probed exit lines=2
flags 0
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0
for i in $(seq 12); do
	mkdir d/t$i
	cp d/a-a1.flags d/t$i
done
cat >streams.py <<'END'
"""streams.py OUT ERR COMMAND...: runs it with a terminal or a pipe as each; prints what it wrote."""
import os
import pty
import subprocess
import sys


def make(kind):
    return pty.openpty() if kind == "terminal" else os.pipe()


out, err = make(sys.argv[1]), make(sys.argv[2])
env = {**os.environ, "LD_PRELOAD": os.path.abspath("clock.so")}
p = subprocess.Popen(sys.argv[3:], stdout=out[1], stderr=err[1], env=env)
os.close(out[1])
os.close(err[1])
p.wait()


def read(fd):
    data = b""
    try:
        while more := os.read(fd, 65536):
            data += more
    except OSError:
        pass
    return data


open("stdout", "wb").write(read(out[0]))
open("stderr", "wb").write(read(err[0]))
sys.exit(p.returncode)
END
esc=$(printf '\033')
erase=$(printf '\r\033[K')
python3 streams.py pipe terminal "$ANYCOV" report d || fail "report"
has stderr "${erase}reading: "
has stderr " %"
[ "$(tail -c 4 stderr | od -An -tx1 | tr -d ' ')" = 0d1b5b4b ] || { od -c stderr; fail "a line of progress is left"; }
hasnt stdout "$esc"
has stdout "Input: 13 processes"
cp stdout plain
for options in "pipe pipe" "terminal pipe"; do
	# shellcheck disable=SC2086
	python3 streams.py $options "$ANYCOV" report d || fail "$options"
	[ ! -s stderr ] || { cat stderr; fail "$options: progress without a terminal"; }
	hasnt stdout "reading"
done
python3 streams.py pipe terminal "$ANYCOV" report -q --lcov t.info d || fail "-q"
[ ! -s stderr ] || { cat stderr; fail "-q shows progress"; }
[ -s t.info ] || fail "no tracefile"
# Short work shows none.
sed -i 's/now++/now/' clock.c
gcc -shared -fPIC -O1 clock.c -o clock.so
python3 streams.py pipe terminal "$ANYCOV" report d || fail "short"
[ ! -s stderr ] || { cat stderr; fail "short work shows progress"; }
cmp stdout plain || fail "another report"
