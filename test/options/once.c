// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// One mistake is told once.
// RUN: not %cov{coverage=nonsense} -c %s -o %t.o 2> %t.err
// RUN: grep -c "unknown word 'nonsense'" %t.err | %check-lines %s

// CHECK: 1
void f(void)
{
}
