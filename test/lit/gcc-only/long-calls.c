// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// So does -mlong-calls, on any target.
// REQUIRES: arch-arm
// RUN: %cov{coverage=trace-pc} -O2 -mlong-calls -c %s -o %t.o 2>&1 | %check %s
// RUN: %cov{coverage=trace-pc} -O2 -Werror -c %s -o %t.o

// CHECK: warning: anycov: {{.*}}makes the calls of hooks indirect, {{.*}}-mlong-calls
// CHECK-NOT: warning
void f(void)
{
}

void g(void)
{
}
