// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An invalid glob in a list.
// RUN: printf 'fun:good\nfun:a[b\n' > %t.list
// RUN: not %cov{coverage=trace-pc;ignorelist=%t.list} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: {{.*}}.list:2: invalid glob 'a[b': {{.*}}; correct it, or put a '\' before characters that are meant literally
void f(void)
{
}
