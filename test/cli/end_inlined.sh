# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# clang -flto: a function of another unit that the link inlined, and that is called as well, has its code
# in several places.  A call that did not return is one of it in each: the line after it was not reached.
. "${0%/*}/ends_lib.sh"

cat >inlined.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
jmp_buf env;
volatile int x;
void other(int n);
void (*volatile pointer)(int) = other;
__attribute__((noinline)) void leave(int n)
{
	if (n > 0)
		longjmp(env, 1);
	x++;
}
__attribute__((noinline)) static void first(int n)
{
	x += 2;
	other(n);
	x += 3;
}
__attribute__((noinline)) static void second(int n)
{
	x += 4;
	other(n);
	x -= 3;
}
int main(int argc, char **argv)
{
	int way = argc > 1 ? atoi(argv[1]) : 0;

	if (setjmp(env))
		return 0;
	first(way == 1);
	second(way == 2);
	pointer(way == 3);
	return 0;
}
END
cat >other.c <<'END'
extern volatile int x;
void leave(int n);
void other(int n)
{
	if (n > 0) {
		leave(n);
		x = 5; /* never */
	}
	x++;
}
END
never=$(grep -n never other.c | cut -d: -f1)
some=
for clang in $(clangs); do
	command -v "ld.lld${clang#clang}" >/dev/null || continue
	for flags in "-O2 -flto" "-O2 -flto=thin"; do
		for prune in lossless none; do
			# shellcheck disable=SC2046,SC2086
			$clang -g $flags "-fuse-ld=lld${clang#clang}" \
				$("$ANYCOV" flags --cc $clang --prune $prune) inlined.c other.c \
				-o inlined $("$ANYCOV" flags --cc $clang --link)
			for way in 1 2 3; do
				rm -rf anycov-data
				expect 0 "$ANYCOV" run ./inlined $way
				expect 0 "$ANYCOV" report --no-build --lcov inlined.info --include other.c
				lines inlined >inlined.lines
				! grep -qx "$never 1" inlined.lines ||
					fail "$clang $flags $prune, $way: $never: covered"
				grep -qx "$((never - 1)) 1" inlined.lines ||
					fail "$clang $flags $prune, $way: $((never - 1)): not covered"
			done
		done
	done
	some=yes
done
[ "$some" ] || lacks "clang with its lld"
