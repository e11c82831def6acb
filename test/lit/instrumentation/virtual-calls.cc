// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: cxx
// A virtual call is one by pointer.
// RUN: %cov++{coverage=indirect-calls} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
struct base {
	virtual int area();
};

// CHECK: {{.*}}f{{.*}}: trace_pc_indir
int f(base *b)
{
	return b->area();
}
