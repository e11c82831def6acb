/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind comparisons of floating-point numbers, for which most fuzzers have no hook. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;
	float y;

	if (size < sizeof(x) + sizeof(y))
		return 0;
	memcpy(&x, data, sizeof(x));
	memcpy(&y, data + sizeof(x), sizeof(y));
	if (x > 3.5 && x < 1e30)
		if (y < -2.0f)
			abort();
	return 0;
}
