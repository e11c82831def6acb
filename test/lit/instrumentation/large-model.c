// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// Where an option makes calls of hooks indirect, one warning a unit says so; what is left
// out has one note a function, and errors end the compilation.
// RUN: %cov{coverage=trace-pc;verbose} -O2 -mcmodel=large -c %s -o %t.o 2>&1 | %check %s
// RUN: not %cov{coverage=trace-pc,trace-nothing;prune=all} -O2 -c %s -o %t.o 2>&1 | %check{ERROR} %s

// CHECK-DAG: warning: anycov: {{-mcmodel=large|the code model}} makes the calls of hooks indirect
// CHECK-DAG: note: anycov: 'left_out' gets no hooks: it has the attribute no_sanitize_coverage or no_sanitize("coverage")
// CHECK-DAG: note: anycov: 'f': 1 block, 1 probe{{$}}
// CHECK-DAG: note: anycov: 'g': 1 block, 1 probe{{$}}
// CHECK-NOT: warning:
// ERROR-DAG: error: anycov: {{.*}}trace-nothing
// ERROR-DAG: error: anycov: {{.*}}prune=
void f(void)
{
}

void g(void)
{
}

__attribute__((no_sanitize("coverage"))) void left_out(void)
{
}
