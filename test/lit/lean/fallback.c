// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// UNSUPPORTED: lean
// Where there are no lean hooks the compiler says so, once, and calls C hooks.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O1 -c %s -o %t.o 2> %t.err && %check{NOTE} %s < %t.err
// RUN: %hookcalls %t.o | %check-lines %s
// RUN: %objdump -t %t.o | %check{TAG} %s

// NOTE: note: anycov: hooks=lean is ignored: this target has no lean hooks; probes call C hooks, which are slower and record the same
// NOTE-NOT: anycov:
// TAG-NOT: __anycov
// CHECK: f: trace_pc
void f(void)
{
}

// CHECK: g: trace_pc
void g(void)
{
}
