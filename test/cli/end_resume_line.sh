# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An exception passes a function whose cleanup has no line, as GCC makes them of destructors: a program
# with debug information is not advised to build with it.
. "${0%/*}/lib.sh"

cat >p.cc <<'EOF'
#include <cstdio>
struct part {
	int *p;
	part(int x) : p(new int(x)) {}
	part(part &&o) : p(o.p) { o.p = nullptr; }
	~part() { if (p) delete p; }
};
__attribute__((noinline)) void leave(part &&p)
{
	if (*p.p > 1)
		throw 3;
}
struct fault {
	part *e;
	~fault() noexcept(false);
};
__attribute__((noinline)) fault::~fault() noexcept(false)
{
	if (e) {
		part copy = static_cast<part &&>(*e);
		delete e;
		leave(static_cast<part &&>(copy));
	}
}
static int run(int x)
{
	try {
		fault f{new part(x)};
	} catch (int n) {
		return n;
	}
	return 0;
}
int main(int argc, char **argv)
{
	(void)argv;
	std::printf("%d %d\n", run(argc), run(argc + 1));
	return 0;
}
EOF
[ "$GCC" ] || lacks "a GCC"
cxx=$(echo "$GCC" | sed 's/gcc/g++/')
expect 0 "$ANYCOV" cc "$cxx" -O2 -g1 -S p.cc -o p.s
# The lines of what GCC put into the section of unlikely code.
sed '/\.section.*unlikely/,/\.text/{/^\t\.loc /d}' p.s >q.s
! cmp -s p.s q.s || fail "no lines of unlikely code"
expect 0 "$ANYCOV" cc "$cxx" q.s -o q
expect 0 "$ANYCOV" run -o d ./q
expect 0 "$ANYCOV" report d
reason "calls did not return"
hasnt words "build with -g1"
