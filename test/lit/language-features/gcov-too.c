// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// REQUIRES: gcov
// gcov's counters (-fprofile-arcs) and probes in one program; both record it.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -g -w -fprofile-arcs -ftest-coverage %s -o a %link && %anycov run -o a.dump ./a
// RUN: %anycov report --image a --lcov a.info a.dump > report.txt
// RUN: %lines a.info %s
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O2 -w -fprofile-arcs -ftest-coverage %s -o b %link && ./b
static int weight(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (i % 3 == 0)
			sum += i;
		else
			sum -= 1;
	}
	return sum;
}

int main(int argc, char **argv)
{
	int r = weight(argc + 9);

	(void)argv;
	if (r != 12) {
		r = weight(3);
		return r;
	}
	return 0;
}
