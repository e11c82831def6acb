// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Loads and stores by their size; volatile ones are accesses like others.
// RUN: %cov{coverage=trace-loads} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines{LOAD} %s
// RUN: %cov{coverage=trace-stores} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines{STORE} %s
#include <stdint.h>

// LOAD: f1: load1
// STORE: f1: store1
void f1(uint8_t *a, uint8_t *b)
{
	*a = *b;
}

// LOAD: f2: load2
// STORE: f2: store2
void f2(uint16_t *a, uint16_t *b)
{
	*a = *b;
}

// LOAD: f4: load4
// STORE: f4: store4
void f4(uint32_t *a, volatile uint32_t *b)
{
	*a = *b;
}

// LOAD: f8: load8
// STORE: f8: store8
void f8(uint64_t *a, uint64_t *b)
{
	*a = *b;
}

// LOAD-NOT: {{values:.*load.*}}
// STORE-NOT: {{values:.*store.*}}
int values(int a, int b)
{
	return a + b;
}
