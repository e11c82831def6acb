/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "base/base.h"

size_t utf8_length(const char *text, size_t n)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t length;

	if (!n)
		return 0;
	length = s[0] < 0x80                   ? 1
		 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
		 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
		 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
					       : 0;
	if (!length || length > n)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}
