# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A last call that did not return, in one of several arms that end in the same return: the line of the
# brace was not reached, however probes are pruned.
. "${0%/*}/ends_lib.sh"

cat >join.c <<'END'
#include <setjmp.h>
static jmp_buf env;
static volatile int x;
__attribute__((noinline)) static int leave(int n)
{
	if (n > 0)
		longjmp(env, 1);
	return x++;
}
__attribute__((noinline)) static int outer(int n)
{
	if (n > 1) {
		leave(n);
		x += 5;
		return 0;
	}
	x += 3;
	return leave(n);
} /* brace */
int main(int argc, char **argv)
{
	(void)argv;
	if (!setjmp(env))
		outer(argc + 1);
	if (!setjmp(env))
		outer(argc);
	return 0;
}
END
brace=$(grep -n brace join.c | cut -d: -f1)
some=
for cc in $GCC $(clangs); do
	have $cc || continue
	some=yes
	for prune in none dom lossless; do
		for place in early late; do
			for level in 1 2; do
				options="--for report --prune $prune --place $place"
				# shellcheck disable=SC2046,SC2086
				$cc -g -O$level $("$ANYCOV" flags --cc $cc $options) join.c -o join \
					$("$ANYCOV" flags --cc $cc --link)
				rm -rf data
				expect 0 "$ANYCOV" run -o data ./join
				expect 0 "$ANYCOV" report --no-build --lcov join.info data
				lines join >join.lines
				grep -qx "$((brace - 1)) 1" join.lines || fail "$cc $options -O$level: not called"
				! grep -qx "$brace 1" join.lines || fail "$cc $options -O$level: returned"
			done
		done
	done
done
[ "$some" ] || lacks "a compiler with a plugin"
