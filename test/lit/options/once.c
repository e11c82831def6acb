// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// One error is reported once.
// RUN: not %cov{coverage=nonsense} -c %s -o %t.o 2> %t.err
// RUN: grep -c "unknown keyword 'nonsense'" %t.err | %check-lines %s

// CHECK: 1
void f(void)
{
}
