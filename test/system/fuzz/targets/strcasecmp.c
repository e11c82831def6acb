/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* strcasecmp(): letters of either case. */
#include <strings.h>
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[16];

	copy_text(text, sizeof(text), data, size);
	if (!strcasecmp(text, "Keep-Alive"))
		abort();
	return 0;
}
