// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// trace-routines: no hook for a call that passes no pointers, by way of another type.
// REQUIRES: native
// RUN: %cov{coverage=trace-routines;map=none} -std=gnu89 -O0 -w -S %s -o %t.s
// RUN: %check %s < %t.s
// RUN: %cov{coverage=trace-routines;map=none} -std=gnu89 -O2 -w -S %s -o %t.s
// RUN: %check %s < %t.s

struct big {
	long a[5];
};
extern int f(char *, char *);

// CHECK: doubles:
// CHECK-NOT: __cmplog
int doubles(double s)
{
	return ((int (*)(double, double))f)(s, s) + 1;
}

// CHECK: structs:
// CHECK-NOT: __cmplog
int structs(void)
{
	struct big s = { { 1 } };
	int (*p)() = f;

	return p(s, s) + 1;
}

// CHECK: pointers:
// CHECK: call{{.*}}__cmplog_rtn_hook{{[^_]}}
int pointers(char *s)
{
	return f(s, s + 1) + 1;
}
