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

size_t text_dump_decode(unsigned char *data, size_t n)
{
	size_t at = 0, to = 0;

	while (at < n) {
		const unsigned char *end = memchr(data + at, '\n', n - at);
		size_t next = end ? (size_t)(end - data) + 1 : n;

		if (n - at > MARK_LENGTH && !memcmp(data + at, MARK, MARK_LENGTH))
			for (at += MARK_LENGTH; at + 1 < next && digit(data[at]) >= 0 &&
						digit(data[at + 1]) >= 0; at += 2)
				data[to++] = (unsigned char)(digit(data[at]) << 4 |
							     digit(data[at + 1]));
		at = next;
	}
	return to;
}
