/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* strncasecmp() behind a byte. */
#include <strings.h>
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[32];

	copy_text(text, sizeof(text), data, size);
	if (text[0] == ':' && !strncasecmp(text + 1, "Content", 7))
		abort();
	return 0;
}
