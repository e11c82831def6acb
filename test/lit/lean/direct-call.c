// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean
// A lean probe is a direct call of the same hook in the same places, with its
// record in the map; other hooks stay C calls.
// RUN: %cov{coverage=trace-pc,trace-cmp;hooks=c} -O1 -c %s -o %t.o && %hookcalls -c %t.o > %t.c
// RUN: %cov{coverage=trace-pc,trace-cmp;hooks=lean} -O1 -c %s -o %t.o && %hookcalls -c %t.o > %t.lean
// RUN: diff %t.c %t.lean && %check-lines %s < %t.lean
// RUN: %anycov sites %t.o | %check{SITES} %s

int g(int);

// CHECK: f: {{[3-9]}} trace_pc, 1 trace_const_cmp{{[24]}}
// SITES: [[N:[0-9]+]] probes, [[N]] with a record in the map
int f(int x)
{
	if (x == 1234)
		return g(1);
	return g(2) + 1;
}
