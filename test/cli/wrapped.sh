# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program that the linker's --wrap gives a function __wrap_f() links as without anycov, with and
# without a function f(), and calls of __wrap_f() that do not return are its own.
. "${0%/*}/lib.sh"

cat >p.c <<'END'
#include <setjmp.h>
int f(int x);
int __wrap_f(int x);
static jmp_buf back;
static volatile int n;
__attribute__((noinline)) static void leave(void)
{
	if (n)
		longjmp(back, 1);
}
int __wrap_f(int x)
{
	n += x;
	leave();
	n++;
	return n;
}
#ifdef REAL
int f(int x)
{
	n += x;
	leave();
	n--;
	return n;
}
#endif
int main(void)
{
	if (setjmp(back))
		return 0;
	return __wrap_f(2);
}
END
cat >lines.py <<'END'
import json
import sys

lines = {l["line"]: l["state"] for i in json.load(open(sys.argv[1]))["images"]
         for f in i["files"] for l in f["lines"]}
# Only a probe after the call, which gcc -O0 has, shows that it never returned.
assert (lines[13], lines[14]) == ("covered", "covered"), lines
assert lines[15] == lines[16] and lines[15] in ("unknown", "not covered"), lines
END
tried=
for cc in $(with_clang $GCC); do
	for words in "-O0" "-O2" "-O2 -DREAL" "-O2 -fPIE -pie -DREAL"; do
		"$cc" $words p.c -Wl,--wrap=f -o plain 2>plain.err || continue
		"$ANYCOV" cc "$cc" $words -g p.c -Wl,--wrap=f -o p || fail "$cc $words: does not link"
		expect 0 "$ANYCOV" run -o d ./p
		expect 0 "$ANYCOV" report --json -o r.json d
		python3 lines.py r.json || fail "$cc $words: other lines"
		tried=1
	done
done
[ "$tried" ] || lacks "a compiler that links with --wrap"
