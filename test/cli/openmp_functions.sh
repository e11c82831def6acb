# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The bodies of OpenMP constructs, of which GCC makes functions, are part of the function that they
# are in, and are listed below it.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

cat >p.c <<'E2'
static int never(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (i > 5000)
			n = 1;
	return n;
}
int main(int argc, char **argv)
{
	int n = 0;

	(void)argv;
#pragma omp parallel for reduction(+ : n)
	for (int i = 0; i < 10; i++)
		n++;
#pragma omp parallel
#pragma omp single
	n++;
	return argc > 5 ? never(n) : n > 99;
}
E2
export OMP_NUM_THREADS=2
for cc in $GCC; do
	have "$cc" || continue
	for level in -O0 -O2; do
		rm -rf anycov-data
		"$ANYCOV" cc "$cc" $level -g -fopenmp p.c -o p
		expect 0 "$ANYCOV" run ./p
		expect 0 "$ANYCOV" report --functions --no-build
		totals functions 1 2
		[ "$(grep -c '^    main' out)" -eq 3 ] || { cat out; fail "$cc $level: parts of main"; }
		grep -q '^    never._omp_fn.0 ' out || { cat out; fail "$cc $level: part of never"; }
		expect 0 "$ANYCOV" report --functions --no-build --lcov t.info
		[ "$(grep '^FN:' t.info | tr '\n' ' ')" = 'FN:1,never FN:9,main ' ] ||
			{ cat t.info; fail "$cc $level: lcov"; }
		lines covered 16 19 20
		lines uncovered 5 6 7
	done
done
