/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "dump/console_log.h"

#define PREFIX "anycov:"
#define PREFIX_LENGTH (sizeof(PREFIX) - 1)

static int digit(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

size_t console_log_decode(struct console_log *t, unsigned char *to, const unsigned char *data,
			  size_t n)
{
	const unsigned char *end = data + n, *next;
	size_t done = 0;

	while (data < end) {
		unsigned char c = *data++;

		if (c == '\n') {
			*t = (struct console_log){ 0 };
		} else if (t->line == LINE_OTHER) {
			next = memchr(data, '\n', (size_t)(end - data));
			data = next ? next : end;
		} else if (t->line == LINE_START) {
			t->line = c != (unsigned char)PREFIX[t->matched] ? LINE_OTHER
				  : ++t->matched == PREFIX_LENGTH        ? LINE_HEX
									 : LINE_START;
		} else if (digit(c) < 0) {
			t->line = LINE_OTHER;
		} else if (!t->high) {
			t->high = digit(c) + 1;
		} else {
			to[done++] = (unsigned char)((t->high - 1) << 4 | digit(c));
			t->high = 0;
		}
	}
	return done;
}
