// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// prune=dom: a comparison whose value is a variable is left out if the branch of its loop is the
// only use of the value; one that anything else uses stays.  Without optimization, so that GCC
// does not put the comparison into the branch.
// RUN: %cov{coverage=trace-cmp;prune=dom} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines{ALL} %s
typedef __UINT32_TYPE__ u32;

u32 next(void);
u32 sum;

// CHECK-NOT: branch: {{.*}}
// ALL: branch: trace_cmp4
void branch(u32 n)
{
	_Bool more;

	do {
		more = next() < n;
	} while (more);
}

// CHECK: count: trace_cmp4
// ALL: count: {{(trace_(const_)?cmp4 ?)+}}
void count(u32 n)
{
	_Bool equal;

	do {
		equal = next() == n;
		sum += equal;
	} while (next());
}

// CHECK: both: trace_cmp4
// ALL: both: trace_cmp4
void both(u32 n)
{
	_Bool more;

	do {
		more = next() < n;
		sum += more;
	} while (more);
}
