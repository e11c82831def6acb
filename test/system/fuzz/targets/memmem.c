/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* memmem(). */
#define _GNU_SOURCE
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (memmem(data, size,
		   "\x7f"
		   "ELF",
		   4))
		abort();
	return 0;
}
