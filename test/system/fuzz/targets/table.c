/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A table of classes of characters: number, operator, name. */
#include "target.h"

enum { OTHER, DIGIT, SIGN, LETTER };
static const uint8_t class[256] = {
	['0' ... '9'] = DIGIT, ['+'] = SIGN, ['-'] = SIGN, ['a' ... 'z'] = LETTER
};
static const uint8_t next[3][4] = {
	{ 0, 1, 0, 0 },
	{ 0, 1, 2, 0 },
	{ 0, 0, 2, 3 },
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned state = 0;

	for (size_t i = 0; i < size && i < 16; i++) {
		state = next[state][class[data[i]]];
		if (state == 3)
			abort();
	}
	return 0;
}
