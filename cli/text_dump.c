/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "text_dump.h"

#define MARK "anycov:"
#define MARK_LENGTH (sizeof(MARK) - 1)

static int digit(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

size_t text_dump_decode(struct text_dump *t, unsigned char *to, const unsigned char *data, size_t n)
{
	const unsigned char *end = data + n, *next;
	size_t done = 0;

	while (data < end) {
		unsigned char c = *data++;

		if (c == '\n') {
			*t = (struct text_dump){ 0 };
		} else if (t->line == LINE_OF_OTHERS) {
			next = memchr(data, '\n', (size_t)(end - data));
			data = next ? next : end;
		} else if (t->line == LINE_BEGINS) {
			t->line = c != MARK[t->mark] ? LINE_OF_OTHERS
				  : ++t->mark == MARK_LENGTH ? LINE_OF_HEX : LINE_BEGINS;
		} else if (digit(c) < 0) {
			t->line = LINE_OF_OTHERS;
		} else if (!t->high) {
			t->high = digit(c) + 1;
		} else {
			to[done++] = (unsigned char)((t->high - 1) << 4 | digit(c));
			t->high = 0;
		}
	}
	return done;
}
