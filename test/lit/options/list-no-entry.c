// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An invalid line of a list is reported with file and line.
// RUN: printf 'fun:a\nhello\n' > %t.list
// RUN: not %cov{coverage=trace-pc;ignorelist=%t.list} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: {{.*}}.list:2: invalid entry 'hello'; write src:GLOB, fun:GLOB, [section] or # and a comment
void f(void)
{
}
