/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* strcmp() of a copy that ends with 0. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[32];

	copy_text(text, sizeof(text), data, size);
	if (!strcmp(text, "any-covert"))
		abort();
	return 0;
}
