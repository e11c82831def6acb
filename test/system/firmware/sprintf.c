/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Debian's stb_sprintf: real code that needs no library and fits a Cortex-M0.  Some targets
 * compile it without floating-point registers; it only skips floats here.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef NO_FLOAT
#define double long
#endif
#define STB_SPRINTF_NOFLOAT
#define STB_SPRINTF_NOUNALIGNED /* a Cortex-M0 cannot do it */
#define STB_SPRINTF_IMPLEMENTATION
#include "stb/stb_sprintf.h"

unsigned long format(void);

/* The same digits and branches on every machine: no long, no pointer, aligned strings. */
unsigned long format(void)
{
	union aligned {
		uint64_t align;
		char text[160];
	} out;
	static const union aligned word = { .text = "coverag" };
	static const union aligned numbers = { .text = "%d|%5d|%-5d|%05d|%+d|% d|%x|%#X|%o|%b" };
	static const union aligned words = { .text = "|%s|%10s|%-10s|%.3s|%c|%%" };
	static const union aligned more = { .text = "|%'d|%u|%.5d" };
	static const union aligned cut = { .text = "%s and %d" };
	unsigned long sum = 0;
	int n;

	n = stbsp_snprintf(out.text, 160, numbers.text, -42, 7, 8, 9, 1, 2, 0xbeef, 0xcafe, 8, 5);
	n += stbsp_snprintf(out.text + n, 160 - n, words.text, word.text, word.text, word.text,
			    word.text, 'x');
	n += stbsp_snprintf(out.text + n, 160 - n, more.text, 1234567, 4000000000u, 17);
	if (n < 100)
		return 0;
	for (int i = 0; i < n; i++)
		sum = (sum * 31 + (unsigned char)out.text[i]) & 0xffffff;
	/* Truncated in the middle. */
	n = stbsp_snprintf(out.text, 9, cut.text, word.text, 12345);
	return sum + (unsigned long)n;
}
