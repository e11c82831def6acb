// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An unknown entry type in a list.
// RUN: printf '# one\n\nfunc:a\n' > %t.list
// RUN: not %cov{coverage=trace-pc;ignorelist=%t.list} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: {{.*}}.list:3: unknown entry type 'func'; valid are src and fun (and, without effect on coverage, mainfile, global, type, enum, vtable)
void f(void)
{
}
