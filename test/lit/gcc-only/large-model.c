// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// And the large code model.
// REQUIRES: x86_64
// RUN: %cov{coverage=trace-pc} -O2 -mcmodel=large -c %s -o %t.o 2>&1 | %check %s

// CHECK: warning: anycov: {{.*}}makes the calls of hooks indirect, {{.*}}-mcmodel=large
// CHECK-NOT: warning
void f(void)
{
}
