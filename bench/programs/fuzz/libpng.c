/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decodes a PNG to RGBA. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <png.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	png_image image;
	void *pixels = NULL;

	memset(&image, 0, sizeof(image));
	image.version = PNG_IMAGE_VERSION;
	if (!png_image_begin_read_from_memory(&image, data, size))
		return 0;
	image.format = PNG_FORMAT_RGBA;
	if (image.width < 4096 && image.height < 4096)
		pixels = malloc(PNG_IMAGE_SIZE(image));
	if (pixels)
		png_image_finish_read(&image, NULL, pixels, 0, NULL);
	png_image_free(&image);
	free(pixels);
	return 0;
}
