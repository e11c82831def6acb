# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Two arms that end alike: their calls are two, so that the one that did not return is known, and what
# follows the other one is covered.
. "${0%/*}/lib.sh"

cat >stop.c <<'END'
#include <stdlib.h>
void stop(int x)
{
	if (x > 1)
		exit(0);
}
END
cat >p.c <<'END'
#include <stdlib.h>
int g;
void stop(int x);
__attribute__((noinline)) static void f(int c, int x)
{
	if (c) {
		g = 1;
		stop(x);
		g = 2;
	} else {
		g += 5;
		stop(x);
		g = 2;
	}
}
int main(int argc, char **argv)
{
	int leaves = argc > 1 && atoi(argv[1]);

	f(!leaves, 0);
	f(leaves, 2);
	return 0;
}
END
cat >lines.py <<'END'
import json
import sys

states = {l["line"]: l["state"] for i in json.load(open(sys.argv[1]))["images"]
          for f in i["files"] if f["path"].endswith("p.c") for l in f["lines"]}
returned, left = (9, 13) if sys.argv[2] == "0" else (13, 9)
assert states[returned] == "covered" and states[left] != "covered", states
END
tried=
for cc in $(with_clang $GCC); do
	for level in -O0 -O2 -Os "-Os -flto"; do
		case $cc,$level in
		*clang*,*-flto) continue ;; # needs a linker of LLVM's
		esac
		"$ANYCOV" cc "$cc" $level -g p.c stop.c -o p
		for leaves in 0 1; do
			expect 0 "$ANYCOV" run -o d ./p $leaves
			expect 0 "$ANYCOV" report --json -o r.json d
			python3 lines.py r.json $leaves || fail "$cc $level $leaves: other lines"
		done
		tried=1
	done
done
[ "$tried" ] || lacks "a compiler"
