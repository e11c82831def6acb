/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Reading instructions. */
#ifndef ANYCOV_CODE_H
#define ANYCOV_CODE_H

#include <stdint.h>

/* Sign-extends the low bits of v. */
static inline int64_t sign_extend(uint64_t v, unsigned bits)
{
	uint64_t sign = 1ull << (bits - 1);

	v &= (sign << 1) - 1;
	return (int64_t)((v ^ sign) - sign);
}

/* Little-endian loads: code is little-endian on all these machines except old ARM. */
static inline uint16_t load16(const unsigned char *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t load32(const unsigned char *p)
{
	return load16(p) | (uint32_t)load16(p + 2) << 16;
}

#endif
