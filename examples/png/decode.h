/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef DECODE_H
#define DECODE_H

#include <stddef.h>

/*
 * Decodes a PNG in memory and prints its size and a checksum of its pixels.  Returns 0, or 1 if
 * stb_image cannot decode it.
 */
int decode(const unsigned char *data, size_t size);

#endif
