// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// keep-branches: each value of a switch has an edge of its own; GCC has one for all values that
// lead to one block, and for values in a row.  A label of more than 64 values stays one edge.
// REQUIRES: native
// RUN: %cc -DCLIENT -w -c %s -o %t.client.o
// RUN: %cov{coverage=trace-pc-guard;prune=dom;keep-branches} -O0 -w -c %s -o %t.o && %cc %t.o %t.client.o -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard;prune=dom;keep-branches} -O1 -w -c %s -o %t.o && %cc %t.o %t.client.o -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard;prune=dom;keep-branches} -O2 -w -c %s -o %t.o && %cc %t.o %t.client.o -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard;prune=dom;keep-branches} -Os -w -c %s -o %t.o && %cc %t.o %t.client.o -o %t && %run %t | %check-lines %s

// CHECK: f: 6 of 6
// CHECK-NEXT: g: 6 of 6
// CHECK-NEXT: h: 3 of 6
// CHECK-NEXT: loop: 4 of 6

#ifndef CLIENT
void yes(int);
void no(int);

void f(int a)
{
	switch (a) {
	case 1:
	case 2:
	case 3:
	case 100:
		yes(a);
		break;
	case 7:
		no(a);
	}
}

void g(int a)
{
	switch (a) {
	case 11 ... 13:
	case 40:
		yes(a);
		break;
	case 70:
		no(a);
	}
}

void h(int a)
{
	switch (a) {
	case 1000 ... 1999:
		yes(a);
		break;
	case 1:
		no(a);
	}
}

/* Two values go to the loop's head, which merges variables. */
void loop(int a)
{
	for (int n = 0; n < 9; n++)
		switch (a) {
		case 20:
		case 30:
			a += 1000 - n;
			continue;
		case 40:
			return;
		default:
			no(n);
		}
}
#else
#include <stdint.h>
#include <stdio.h>

static uint64_t hit;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	for (uint32_t n = 0; start + n < stop; n++)
		start[n] = n;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	hit |= 1ull << *guard;
}

void yes(int a) {}
void no(int a) {}
void f(int a);
void g(int a);
void h(int a);
void loop(int a);

static void count(const char *name, void (*function)(int), const int *values)
{
	uint64_t sets[6];
	unsigned n = 0, k;

	for (unsigned i = 0; i < 6; i++) {
		hit = 0;
		function(values[i]);
		for (k = 0; k < n && sets[k] != hit; k++)
			;
		if (k == n)
			sets[n++] = hit;
	}
	printf("%s: %u of 6\n", name, n);
}

int main(void)
{
	count("f", f, (const int[]){ 1, 2, 3, 100, 7, 5 });
	count("g", g, (const int[]){ 11, 12, 13, 40, 70, 5 });
	count("h", h, (const int[]){ 1000, 1500, 1999, 1, 5, 6 });
	count("loop", loop, (const int[]){ 20, 30, 40, 5, 6, 7 });
	return 0;
}
#endif
