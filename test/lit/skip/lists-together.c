// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The ignorelist takes away from what the allowlist gave; comments, empty lines,
// sections and CRLF ends are understood, other tools' sections are not ours.
// RUN: printf '# all of it\r\n\r\n[coverage]\r\nsrc:*\r\nfun:f*\r\n' > %t.allow
// RUN: printf '[thread]\nfun:f1\n[cov*]\nfun:f2\n' > %t.ignore
// RUN: %cov{coverage=trace-pc;allowlist=%t.allow;ignorelist=%t.ignore} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK-DAG: f1: trace_pc
void f1(void)
{
	x = 1;
}

// CHECK-DAG: f2:
void f2(void)
{
	x = 2;
}

// CHECK-DAG: g:
void g(void)
{
	x = 3;
}
