// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: own-cov
// The same comparison hooks in the same order as the compiler's own, at -O0 and, in
// clang, -O2 (GCC's own has further copies there, from jump threading behind it).
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -f cmp %t.o > %t.1
// RUN: %own{trace-pc,trace-cmp} -O0 -c %s -o %t.o && %hookcalls -f cmp %t.o > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
#include <stdint.h>

struct bits {
	unsigned a : 3, b : 11, c : 18;
	int s : 7;
};
enum level { LOW, MIDDLE = 300, HIGH = 70000 };
void take(int);

// CHECK: f: {{.*}}cmp8
void f(uint8_t a, int8_t b, uint16_t c, int16_t d, uint32_t e, int32_t g, uint64_t h, int64_t i)
{
	if (a == 7 || b == -7)
		take(1);
	if (c > 700 && d < -700)
		take(2);
	if (e != 0x12345 && g >= -0x12345)
		take(3);
	if (h == 0x123456789 || i < -0x123456789)
		take(4);
	if (a == c || g == d)
		take(5);
	take(h > (uint64_t)i);
}

void g(struct bits *p, enum level l, const unsigned char *s, int n)
{
	if (p->a == 5 || p->b == 77 || p->s == -3)
		take(1);
	if (l == MIDDLE || l > HIGH)
		take(2);
	while (n > 0 && *s != 'x') {
		if (*s >= '0' && *s <= '9')
			take(*s);
		s++;
		n--;
	}
}
