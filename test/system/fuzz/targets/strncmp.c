/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* strncmp(), two words. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[32];

	copy_text(text, sizeof(text), data, size);
	if (!strncmp(text, "GET /", 5) && !strncmp(text + 5, "admin", 5))
		abort();
	return 0;
}
