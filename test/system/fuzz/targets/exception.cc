/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Exceptions of two kinds, one after the other. */
#include <string>
#include "target.h"

static void parse(uint8_t byte)
{
	if (byte == 'S')
		throw std::string("text");
	if (byte == 'I')
		throw 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned seen = 0;

	for (size_t i = 0; i < size && i < 4; i++) {
		try {
			parse(data[i]);
		} catch (const std::string &) {
			seen |= 1;
		} catch (int) {
			if (seen)
				abort();
		}
	}
	return 0;
}
