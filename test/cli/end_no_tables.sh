# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program whose build turns unwind tables off: 'anycov cc' turns them on again, so that calls that
# did not return are known; with flags in CFLAGS the report names the lack of tables as a reason.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_FLAGS

cat >leaves.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static volatile int sum;
__attribute__((noinline)) static void leave(int x)
{
	if (x > 1)
		longjmp(env, 1);
	if (x > 0)
		exit(0);
	sum++;
}
__attribute__((noinline)) static void middle(int x)
{
	leave(x);
	sum += 2;
}
int main(void)
{
	if (!setjmp(env))
		middle(2);
	middle(1);
	return sum;
}
END
tried=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	for off in -fno-asynchronous-unwind-tables "-fno-unwind-tables -fno-asynchronous-unwind-tables"; do
		for optimize in -O0 -O2 "-O2 -flto"; do
			tried=1
			rm -rf anycov-data .anycov-build
			# shellcheck disable=SC2086
			"$ANYCOV" cc "$cc" -g $optimize $off -c leaves.c -o leaves.o
			# shellcheck disable=SC2086
			"$ANYCOV" cc "$cc" -g $optimize $off leaves.o -o leaves
			"$ANYCOV" run ./leaves
			expect 0 "$ANYCOV" report --lcov info
			sed -n 's/^DA:\([0-9]*\),[1-9].*/\1/p' info | sort -n | xargs >covered
			echo "5 7 8 9 10 13 15 18 20 21 22" | diff - covered || fail "$cc $optimize $off"
		done
	done
	# A command that turns them on itself is as it was.
	"$ANYCOV" cc "$cc" -fno-asynchronous-unwind-tables -fasynchronous-unwind-tables -c leaves.c -o on.o
	rm -rf anycov-data .anycov-build
	# shellcheck disable=SC2046
	"$cc" -g $("$ANYCOV" flags --cc "$cc") -fno-asynchronous-unwind-tables leaves.c -o leaves \
		$("$ANYCOV" flags --cc "$cc" --link)
	"$ANYCOV" run ./leaves
	expect 0 "$ANYCOV" report --allow-incomplete
	reason "code without flags or without unwind tables may have left calls"
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
