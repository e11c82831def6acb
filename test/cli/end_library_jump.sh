# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A longjmp() of a library leaves calls of the program and of a library that began later: their
# lines after these calls are not covered.
. "${0%/*}/lib.sh"

cat >first.c <<'END'
#include <setjmp.h>
static jmp_buf env;
void leave(void)
{
	longjmp(env, 1);
}
void call(void (*f)(void))
{
	if (!setjmp(env))
		f();
}
END
cat >second.c <<'END'
void leave(void);
void call(void (*f)(void));
static void inner(void)
{
	leave();
	leave();
}
void second(void)
{
	call(inner);
}
END
cat >p.c <<'END'
void leave(void);
void call(void (*f)(void));
void second(void);
static void inner(void)
{
	leave();
}
static void test(void)
{
	inner();
}
int main(void)
{
	call(test);
	second();
	return 0;
}
END
cat >lines.py <<'END'
import json
import sys

states = {(f["path"].split("/")[-1], l["line"]): l["state"]
          for i in json.load(open(sys.argv[1]))["images"] for f in i["files"] for l in f["lines"]}
after = [states["p.c", 7], states["p.c", 11], states["second.c", 6], states["second.c", 7]]
assert "covered" not in after, after
before = [states["p.c", 6], states["p.c", 10], states["p.c", 16], states["second.c", 5]]
assert set(before) == {"covered"}, before
END
tried=
for cc in $(with_clang $GCC); do
	for level in -O0 -O2; do
		"$ANYCOV" cc "$cc" "$level" -g -shared -fPIC first.c -o libfirst.so
		"$ANYCOV" cc "$cc" "$level" -g -shared -fPIC second.c -o libsecond.so ./libfirst.so
		"$ANYCOV" cc "$cc" "$level" -g p.c -o p ./libsecond.so ./libfirst.so
		expect 0 "$ANYCOV" run -o d ./p
		expect 0 "$ANYCOV" report --json -o r.json d
		python3 lines.py r.json || fail "$cc $level: other lines"
		tried=1
	done
done
[ "$tried" ] || lacks "a compiler"
