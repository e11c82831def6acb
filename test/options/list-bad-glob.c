// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A list's glob that is none.
// RUN: printf 'fun:good\nfun:a[b\n' > %t.list
// RUN: not %cov{coverage=trace-pc;ignorelist=%t.list} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: {{.*}}.list:2: 'a[b' is no glob, {{.*}}; correct it or put a '\' before the character that is meant literally
void f(void)
{
}
