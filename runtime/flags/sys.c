/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "sys.h"

int sys_pwrite(int fd, const void *from, size_t n, uint64_t offset)
{
	const char *p = from;

	while (n) {
		long r = SYS4(SYS_pwrite64, fd, p, n, offset);

		if (r <= 0)
			return r ? (int)r : -5;
		p += r;
		offset += (uint64_t)r;
		n -= (size_t)r;
	}
	return 0;
}

size_t string_length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

int bytes_equal(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	while (n && *p == *q) {
		p++;
		q++;
		n--;
	}
	return !n;
}

void bytes_move(void *to, const void *from, size_t n)
{
	unsigned char *p = to;
	const unsigned char *q = from;

	while (n--)
		*p++ = *q++;
}

void append_n(char *s, size_t room, const char *text, size_t n)
{
	size_t at = string_length(s);

	while (n-- && at + 1 < room)
		s[at++] = *text++;
	s[at] = 0;
}

void append(char *s, size_t room, const char *text)
{
	append_n(s, room, text, string_length(text));
}

void append_hex(char *s, size_t room, uint64_t v, int digits)
{
	char text[16];
	int i;

	for (i = 0; i < digits; i++)
		text[i] = "0123456789abcdef"[v >> 4 * (digits - 1 - i) & 15];
	append_n(s, room, text, (size_t)digits);
}

void append_decimal(char *s, size_t room, uint32_t v)
{
	char text[10];
	size_t n = 0;

	do
		text[sizeof(text) - ++n] = (char)('0' + v % 10);
	while (v /= 10);
	append_n(s, room, text + sizeof(text) - n, n);
}

const char *base_name_of(const char *path)
{
	const char *base = path;

	for (; *path; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}
