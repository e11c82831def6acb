// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: own-cov
// Intended difference from GCC, which has no such rule: functions with the sanitizers'
// prefix have no hooks, as in clang; a hook may call them.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %own{trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines{OWN} %s

int x;

// CHECK-DAG: __sanitizer_mine:
// OWN-GCC-DAG: __sanitizer_mine: {{(jump:)?}}trace_pc
// OWN-CLANG-DAG: __sanitizer_mine:
void __sanitizer_mine(void)
{
	x = 1;
}

// CHECK-DAG: sanitizer_mine: trace_pc
// OWN-GCC-DAG: sanitizer_mine: {{(jump:)?}}trace_pc
// OWN-CLANG-DAG: sanitizer_mine: trace_pc
void sanitizer_mine(void)
{
	x = 2;
}
