# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Calls that did not return are found in the image that recorded them: when another build is at its
# path now, the report is the same as when nothing is there.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_FLAGS

# program FIRST SECOND: with these two functions in this order
program()
{
	cat <<'END'
#include <setjmp.h>
static jmp_buf env;
static volatile int sum;
__attribute__((noinline)) static void leave(int x)
{
	if (x)
		longjmp(env, 1);
	sum++;
}
END
	for name; do
		cat <<END
__attribute__((noinline)) static void $name(int x)
{
	sum += 2;
	leave(x);
	sum += 3;
}
END
	done
	cat <<'END'
int main(void)
{
	if (!setjmp(env))
		one(1);
	two(0);
	return 0;
}
END
}
program one two >t.c

# told: the lines of the report, with their states
told()
{
	expect 0 "$ANYCOV" report data --no-build --allow-incomplete --json
	python3 - <<'END'
import json
with open("out") as f:
    for file in json.load(f)["images"][0]["files"]:
        for line in file["lines"]:
            print(line["line"], line["state"])
END
}

# calls LINE LINE: a function with two calls on these lines, whose code is always the same
calls()
{
	cat <<END
#include <setjmp.h>
static jmp_buf env;
static volatile int sum;
__attribute__((noinline)) static void leave(int x)
{
	if (x)
		longjmp(env, 1);
	sum++;
}
__attribute__((noinline)) static void both(int x)
{
	if (x & 2) {
		sum += 2;
#line $1
		leave(x & 1);
		sum += 3;
	} else {
		sum += 4;
#line $2
		leave(x & 1);
		sum += 5;
	}
}
int main(void)
{
	if (!setjmp(env))
		both(3);
	both(0);
	return 0;
}
END
}

for cc in $GCC $CLANG; do
	have "$cc" || continue
	tried=1
	rm -rf data
	"$ANYCOV" cc "$cc" -g -O1 t.c -o t
	"$ANYCOV" run -o data ./t
	told >before
	# What follows the call that was left, and the same place of the other function.
	grep -qx '14 not covered' before && grep -qx '20 covered' before || { cat before; fail "$cc: lines"; }
	mv t kept
	told >without
	program two one >other.c
	"$ANYCOV" cc "$cc" -g -O1 other.c -o t
	told >replaced
	diff without replaced || fail "$cc: another build at the path"
	mv kept t
	told | diff before - || fail "$cc: the image is back"

	# Only lines differ in the other build: its calls are elsewhere in the source.
	rm -rf data
	calls 100 200 >t.c
	"$ANYCOV" cc "$cc" -g -O1 t.c -o t
	"$ANYCOV" run -o data ./t
	told >before
	grep -qx '201 covered' before && ! grep -qx '101 covered' before ||
		{ cat before; fail "$cc: lines of two calls"; }
	mv t kept
	calls 200 100 >t.c
	told >without
	"$ANYCOV" cc "$cc" -g -O1 t.c -o t
	told >replaced
	diff without replaced || fail "$cc: a build with other lines at the path"
	program one two >t.c
done
[ -n "${tried-}" ] || lacks "a plugin for gcc or clang"
