# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A last call that did not return: the line of the brace after it was not reached, though the compiler
# could jump to the callee and leave no frame that shows it.
. "${0%/*}/ends_lib.sh"

cat >tail.c <<'END'
#include <setjmp.h>
static jmp_buf env;
static volatile int x;
__attribute__((noinline)) static void leave(int n)
{
	if (n > 0)
		longjmp(env, 1);
	x++;
}
__attribute__((noinline)) static void outer(int n)
{
	x += 3;
	leave(n);
}
int main(int argc, char **argv)
{
	(void)argv;
	if (!setjmp(env))
		outer(argc);
	return 0;
}
END
some=
for cc in $GCC $(clangs); do
	have $cc || continue
	some=yes
	for preset in report trace; do
		for how in "lossless early" "lossless late" "none early" "none late"; do
			# Without a plan traces have the user's own jumps.
			[ "$preset,${how% *}" != trace,none ] || continue
			for level in 1 2; do
				options="--for $preset --prune ${how% *} --place ${how#* }"
				# shellcheck disable=SC2046,SC2086
				$cc -g -O$level $("$ANYCOV" flags --cc $cc $options) tail.c -o tail \
					$("$ANYCOV" flags --cc $cc --for $preset --link)
				rm -rf anycov-data
				expect 0 "$ANYCOV" run ./tail
				expect 0 "$ANYCOV" report --no-build --lcov tail.info
				lines tail >tail.lines
				grep -q '^12 1$' tail.lines || fail "$cc $options -O$level: not called"
				! grep -q '^14 1$' tail.lines || fail "$cc $options -O$level: returned"
			done
		done
	done
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
