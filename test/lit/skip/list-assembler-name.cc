// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: cxx
// fun: entries name assembler names, in C++ the mangled ones, as clang's do.
// RUN: echo "fun:_Z4leftv" > %t.list
// RUN: %cov++{coverage=trace-pc;ignorelist=%t.list} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK-DAG: _Z4leftv:
void left()
{
	x = 1;
}

// CHECK-DAG: _Z5otherv: trace_pc
void other()
{
	x = 2;
}
