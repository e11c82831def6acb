/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What each target begins with: its bug is abort(). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C"
#endif
	int
	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the little-endian number at data. */
static inline uint16_t load16(const uint8_t *data)
{
	uint16_t x;

	memcpy(&x, data, sizeof(x));
	return x;
}

static inline uint32_t load32(const uint8_t *data)
{
	uint32_t x;

	memcpy(&x, data, sizeof(x));
	return x;
}

static inline uint64_t load64(const uint8_t *data)
{
	uint64_t x;

	memcpy(&x, data, sizeof(x));
	return x;
}

/* Copies the input as a string of at most room - 1 bytes. */
static inline void copy_text(char *out, size_t room, const uint8_t *data, size_t size)
{
	size_t n = size < room ? size : room - 1;

	memcpy(out, data, n);
	out[n] = 0;
}
