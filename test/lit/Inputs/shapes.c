/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shapes that optimisers merge, copy and move: equal tails, equal heads, equal
 * arms, switches, unrolled loops, inlined copies, cold parts, tail calls.  The
 * tests of site identity compile it in many ways.  Self-contained, so that it
 * links for bare metal too.
 */
#include <stdint.h>

volatile uint32_t sink;

static __attribute__((noinline)) void put(uint32_t x)
{
	sink += x;
}

uint32_t equal_tails(uint32_t x, uint32_t y)
{
	if (x == 10) {
		put(1);
		if (y)
			put(7);
		put(8);
	} else if (x == 200) {
		put(2);
		if (y)
			put(7);
		put(8);
	} else if (x == 3000) {
		put(3);
		if (y)
			put(7);
		put(8);
	}
	return sink;
}

void equal_heads(uint32_t x)
{
	if (x & 1) {
		put(4);
		put(5);
	} else {
		put(4);
		put(6);
	}
}

uint32_t equal_arms(uint32_t x)
{
	if (x > 77)
		put(9);
	else
		put(9);
	return sink;
}

uint32_t dense(uint32_t x)
{
	switch (x & 15) {
	case 0:
		put(1);
		break;
	case 1:
		put(2);
		/* fall through */
	case 2:
		put(3);
		break;
	case 3:
	case 4:
		put(1);
		break;
	case 9:
		put(2);
		break;
	case 12:
		return 5;
	default:
		put(3);
	}
	return sink;
}

uint32_t sparse(uint32_t x)
{
	switch (x) {
	case 5:
		return 1;
	case 500:
		return 2;
	case 50000:
		put(1);
		return 2;
	case 5000000:
		return 4;
	}
	return 0;
}

uint32_t unrolled(const uint8_t *p)
{
	uint32_t n = 0;

	for (int i = 0; i < 8; i++)
		if (p[i] == 0x55)
			n += p[i ^ 1];
		else
			put(p[i]);
	return n;
}

static inline uint32_t inlined(uint32_t x)
{
	if (x == 0x1234)
		put(1);
	else if (x == 0x4321)
		put(2);
	return x * 3;
}

uint32_t copies(uint32_t a, uint32_t b, uint32_t c)
{
	return inlined(a) + inlined(b) + inlined(c);
}

__attribute__((cold, noinline)) static void rare(uint32_t x)
{
	put(x);
}

void tail(uint32_t x)
{
	if (x == 99) {
		rare(x);
		rare(x + 1);
	}
	put(x);
}

uint32_t threaded(uint32_t a, uint32_t b)
{
	uint32_t state = 0;

	for (uint32_t i = 0; i < a; i++) {
		if (state == 0 && (b >> i & 1))
			state = 1;
		else if (state == 1 && !(b >> i & 1))
			state = 2;
		else if (state == 2)
			state = i & 1 ? 0 : 2;
	}
	return state;
}

uint32_t nested(uint32_t a)
{
	for (uint32_t i = 0; i < a; i++)
		for (uint32_t k = 0; k < i; k++) {
			if (k == a - 2)
				return 0;
			if (k & i & 1)
				continue;
			put(k);
		}
	return sink;
}

int main(void)
{
	static const uint8_t bytes[8] = { 1, 0x55, 3, 4, 0x55, 6, 7, 8 };

	for (uint32_t i = 0; i < 6; i++) {
		equal_tails(i == 3 ? 200 : 10, i & 1);
		equal_heads(i);
		equal_arms(i * 40);
		dense(i);
		sparse(i * 100);
		tail(i == 4 ? 99 : i);
	}
	unrolled(bytes);
	copies(1, 0x1234, 2);
	threaded(8, 0x35);
	nested(4);
	return 0;
}
