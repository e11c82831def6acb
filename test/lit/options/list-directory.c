// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A directory instead of a list.
// RUN: mkdir -p %t.list
// RUN: not %cov{coverage=trace-pc;allowlist=%t.list} -c %s -o %t.o 2>&1 | %check %s

// CHECK: anycov: {{.*}}.list: cannot be read (Is a directory); give the path of a list file
void f(void)
{
}
