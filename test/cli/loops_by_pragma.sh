# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A loop that a pragma wants vectorized, and that is not because its branches are recorded, is no warning, which
# -Werror would make an error.
. "${0%/*}/lib.sh"

cat >loop.c <<'END'
int f(const int *y, int n)
{
	int s = 0;

#pragma omp simd reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += y[i] > 3 ? y[i] : -1;
	return s;
}
END
for cc in $(with_clang clang-14 clang-19 clang-22); do
	have "$cc" || continue
	for optimize in -O1 -O2 -O3; do
		"$cc" $optimize -Werror -fopenmp-simd -c loop.c -o loop.o 2>/dev/null || continue
		"$ANYCOV" cc "$cc" $optimize -Werror -fopenmp-simd -c loop.c -o loop.o >out 2>&1 ||
			fail "$cc $optimize: $(cat out)"
		[ ! -s out ] || fail "$cc $optimize: $(cat out)"
		"$ANYCOV" sites loop.o | grep -q ' f\b' || fail "$cc $optimize: no probe"
	done
done
