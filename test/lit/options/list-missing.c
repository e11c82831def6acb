// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A list that does not exist.
// RUN: not %cov{coverage=trace-pc;allowlist=%t.none} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: {{.*}}.none: cannot be read (No such file or directory); give the path of a list file
void f(void)
{
}
