# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A last call that only the optimization of the link could make a jump of, after it inlined functions of
# another unit: the line after a call that did not return was not reached.
. "${0%/*}/ends_lib.sh"

cat >tail.c <<'END'
#include <setjmp.h>
jmp_buf env;
volatile int x;
void take(int *p);
int wrapper(int n);
__attribute__((noinline)) void leave(int n)
{
	if (n > 0)
		longjmp(env, 1);
	x++;
}
__attribute__((noinline)) static void address(int n)
{
	int local = n;

	take(&local);
	leave(n);
} /* brace */
__attribute__((noinline)) static void inlined(int n)
{
	x += 3;
	wrapper(n);
} /* brace */
int main(int argc, char **argv)
{
	(void)argv;
	if (!setjmp(env))
		address(argc);
	if (!setjmp(env))
		inlined(argc);
	return 0;
}
END
cat >other.c <<'END'
extern volatile int x;
void leave(int n);
__attribute__((noinline)) int leave_too(int n) { return leave(n), x; }
void take(int *p)
{
	x += *p;
}
int wrapper(int n) { return leave_too(n); }
END
some=
for clang in $(clangs); do
	command -v "ld.lld${clang#clang}" >/dev/null || continue
	for flags in "-O2 -flto" "-Os -flto" "-O2 -flto=thin"; do
		for prune in lossless none; do
			options="--prune $prune"
			# shellcheck disable=SC2046,SC2086
			$clang -g $flags "-fuse-ld=lld${clang#clang}" $("$ANYCOV" flags --cc $clang $options) tail.c other.c \
				-o tail $("$ANYCOV" flags --cc $clang --link)
			rm -rf anycov-data
			expect 0 "$ANYCOV" run ./tail
			expect 0 "$ANYCOV" report --no-build --lcov tail.info
			lines tail >tail.lines
			for brace in $(grep -n 'brace' tail.c | cut -d: -f1); do
				grep -q "^$((brace - 1)) 1\$" tail.lines ||
					fail "$clang $flags $options: $brace: not called"
				! grep -q "^$brace 1\$" tail.lines ||
					fail "$clang $flags $options: $brace: returned"
			done
		done
	done
	some=yes
done
[ "$some" ] || lacks "clang with its lld"
