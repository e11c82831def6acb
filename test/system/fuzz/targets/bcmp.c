/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* bcmp(), two parts. */
#include <strings.h>
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 12 && !bcmp(data, "begin.", 6) && !bcmp(data + 6, ".ended", 6))
		abort();
	return 0;
}
