/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * stb_image (Debian's libstb-dev) and a few lines around it: the code that is
 * instrumented, the same on a Linux host and on a Cortex-M3.
 */
#include <stdio.h>
#include "decode.h"

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_SIMD
#define STBI_NO_THREAD_LOCALS
#include <stb/stb_image.h>

int decode(const unsigned char *data, size_t size)
{
	int width, height, channels;
	unsigned char *pixels;
	unsigned long sum = 0;

	pixels = stbi_load_from_memory(data, (int)size, &width, &height, &channels, 4);
	if (!pixels) {
		printf("not decoded: %s\n", stbi_failure_reason());
		return 1;
	}
	for (int i = 0; i < width * height * 4; i++)
		sum = (sum * 31 + pixels[i]) & 0xffffffff;
	printf("%d x %d, %d channels, checksum %08lx\n", width, height, channels, sum);
	stbi_image_free(pixels);
	return 0;
}
