// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// -fno-plt makes the hooks' calls indirect: one warning a unit.
// REQUIRES: x86_64
// RUN: %cov{coverage=trace-pc} -O2 -fPIC -fno-plt -c %s -o %t.o 2>&1 | %check %s
// RUN: %cov{coverage=trace-pc} -O2 -fPIC -Werror -c %s -o %t.o

// CHECK: warning: anycov: -fno-plt makes the calls of hooks indirect, {{.*}}compile without it
// CHECK-NOT: warning
void f(void)
{
}

void g(void)
{
}
