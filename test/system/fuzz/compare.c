/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind two calls of memcmp(), which compilers expand where the fuzzer does not see them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 11)
		return 0;
	if (!memcmp(data, "ANYCOV-1", 8))
		if (!memcmp(data + 8, "x9k", 3))
			abort();
	return 0;
}
