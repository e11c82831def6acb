# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# In a program that is not PIE the address of a library's function may be the program's own jump to
# it.  A function that leaves calls, or a personality function, is then not noticed; it works all the
# same, and what may be missing is not taken for returned.
. "${0%/*}/lib.sh"

cat >leave.cc <<'EOF'
#include <csetjmp>
#include <cstdio>
static jmp_buf env;
void (*volatile address)(jmp_buf, int) = reinterpret_cast<void (*)(jmp_buf, int)>(longjmp);
__attribute__((noinline)) static int risky(int x)
{
	if (x > 1)
		throw x;
	return x;
}
int main(int argc, char **)
{
	try {
		risky(argc + 1);
		puts("not here");
	} catch (int) {
		puts("caught");
	}
	if (!setjmp(env))
		longjmp(env, 1);
	puts("end");
	return 0;
}
EOF
some=
for cc in $GCC $(with_clang clang-19); do
	have $cc || continue
	some=$cc
	cxx=$(echo "$cc" | sed 's/gcc/g++/; s/clang/clang++/')
	for preset in report trace; do
		rm -rf anycov-data
		# shellcheck disable=SC2046
		$cxx -no-pie -fno-pie -O1 -g -w $("$ANYCOV" flags --cc $cc --for $preset) leave.cc -o leave \
			$("$ANYCOV" flags --cc $cc --for $preset --link)
		expect 0 "$ANYCOV" run ./leave
		has out caught
		has out end
		expect 0 "$ANYCOV" report --image leave --lcov info
		! grep -q '^DA:15,[1-9]' info || fail "$cc, $preset: what follows a call that threw"
	done
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
