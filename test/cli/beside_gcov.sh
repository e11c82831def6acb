# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# clang's --coverage in the same build: gcov shows the lines that it shows without anycov.  Lines that are in
# the map are taken away where line tables are for calls alone, but clang's coverage is made of them.
. "${0%/*}/lib.sh"

cat >prog.c <<'END'
int f(int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		if (i & 1)
			s += i;
	return s;
}
int main(int argc, char **argv)
{
	(void)argv;
	return f(argc) > 3 ? 7 : 0;
}
END
for v in 13 14 16 19 22; do
	have "clang-$v" && command -v "llvm-cov-$v" >/dev/null || continue
	for optimize in -O0 -O2; do
		rm -rf own both && mkdir own both && cp prog.c own && cp prog.c both
		# Ends of variables' lifetimes, which anycov leaves out, would have lines.
		(cd own && "clang-$v" $optimize -Xclang -disable-lifetime-markers --coverage prog.c -o prog &&
			./prog) ||
			fail "clang-$v $optimize: does not run"
		(cd both && "$ANYCOV" cc "clang-$v" $optimize --coverage prog.c -o prog &&
			"$ANYCOV" run -o data ./prog) || fail "clang-$v $optimize: does not run with anycov"
		(cd own && "llvm-cov-$v" gcov ./*.gcda >/dev/null 2>&1)
		(cd both && "llvm-cov-$v" gcov ./*.gcda >/dev/null 2>&1)
		grep ':' own/prog.c.gcov | grep -v ' -:' | cut -c1-40 >own.lines
		grep ':' both/prog.c.gcov | grep -v ' -:' | cut -c1-40 >both.lines
		grep -q ':  *6:.*if (i' own.lines || fail "clang-$v $optimize: gcov has no lines without anycov"
		cmp -s own.lines both.lines || fail "clang-$v $optimize: gcov has other lines: $(diff own.lines both.lines)"
	done
done
