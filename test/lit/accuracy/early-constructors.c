// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: the compiler runs no constructor itself, however simple: its lines would be missing.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc;place=early} -O2 -g %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump > report.txt
// RUN: %check %s < t.info
static int table[4];

static int square(int n)
{
	if (n == 9)
		return 0;
// CHECK: DA:[[@LINE-1]],0
	return n * n;
// CHECK: DA:[[@LINE-1]],{{[1-9]}}
}

__attribute__((constructor)) static void fill(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = square(i);
// CHECK: DA:[[@LINE-1]],{{[1-9]}}
}
// CHECK: DA:[[@LINE-1]],{{[1-9]}}

int main(void)
{
	return table[3] != 9;
}
