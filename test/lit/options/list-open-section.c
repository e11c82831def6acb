// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A section of a list without its closing bracket.
// RUN: printf '[coverage\nfun:a\n' > %t.list
// RUN: not %cov{coverage=trace-pc;ignorelist=%t.list} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: {{.*}}.list:1: missing ']' after section '[coverage'; write [coverage] or [*]
void f(void)
{
}
