// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A hook for each index that is no constant, in arrays of arrays one for each.
// RUN: %cov{coverage=trace-gep} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

struct s {
	int head;
	short row[4][8];
} x;

// CHECK: one: trace_gep
short one(long i)
{
	return x.row[1][i];
}

// CHECK: both: trace_gep trace_gep
short both(long i, long k)
{
	return x.row[i][k];
}

// CHECK: pointer: trace_gep
int pointer(int *p, long i)
{
	return p[i];
}

// CHECK-NOT: {{(none):.*trace.*}}
int none(int *p)
{
	return p[3] + x.row[1][2];
}
