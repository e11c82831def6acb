/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A switch with a jump table in a loop: three letters in order. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned state = 0;

	for (size_t i = 0; i < size; i++)
		switch (data[i]) {
		case 'a':
			state = state == 0 ? 1 : 0;
			break;
		case 'b':
			state = state == 1 ? 2 : 0;
			break;
		case 'c':
			if (state == 2)
				abort();
			break;
		case 'd':
		case 'e':
		case 'f':
			state = 0;
		}
	return 0;
}
