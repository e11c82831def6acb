// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The constructors that sanitizers make have no hooks.
// RUN: %cov{coverage=trace-pc} -O1 -fsanitize=address -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int table[4];

// CHECK-DAG: f: trace_pc{{( trace_pc)*}}
int f(int i)
{
	return table[i];
}
// GCC-DAG: _sub_I_00099_{{[0-9]+}}:
// CLANG-DAG: asan.module_ctor:
