/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What compilers call to clear and copy structures.  The names are local to each object: a library
 * that is linked without a C library gets no undefined symbol.
 */
#include <stddef.h>

void *memset(void *to, int c, size_t n);
void *memcpy(void *to, const void *from, size_t n);

void *memset(void *to, int c, size_t n)
{
	volatile unsigned char *p = to; /* no call of the function itself */

	while (n--)
		*p++ = (unsigned char)c;
	return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
	volatile unsigned char *p = to; /* no call of the function itself */
	const unsigned char *q = from;

	while (n--)
		*p++ = *q++;
	return to;
}
