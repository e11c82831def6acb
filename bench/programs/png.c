/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * stb_image decodes PNGs of one to four channels.  The images are generated here with
 * stb_image_write, from gradients, noise and flat areas, so that every filter type and both
 * kinds of deflate block occur.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "work.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

/* stb_image's interface; its implementation is in png_decode.c. */
unsigned char *stbi_load_from_memory(const unsigned char *data, int n, int *width, int *height,
				     int *channels, int wanted);
void stbi_image_free(void *pixels);

enum { WIDTH = 157, HEIGHT = 121, IMAGES = 4 };

static struct image {
	unsigned char *data;
	int n;
} images[IMAGES];

static void append(void *context, void *data, int n)
{
	struct image *image = context;

	image->data = realloc(image->data, (size_t)(image->n + n));
	if (!image->data)
		abort();
	memcpy(image->data + image->n, data, (size_t)n);
	image->n += n;
}

void bench_setup(const char *dir)
{
	static unsigned char pixels[WIDTH * HEIGHT * 4];
	unsigned state = 20241117;

	(void)dir;
	for (int channels = 1; channels <= IMAGES; channels++) {
		for (int i = 0; i < WIDTH * HEIGHT * channels; i++) {
			int x = i / channels % WIDTH, y = i / channels / WIDTH;

			if (y % 40 < 16)
				pixels[i] = (unsigned char)(x * 3 + y * (i % channels));
			else if (y % 40 < 24)
				pixels[i] = (unsigned char)bench_random(&state);
			else
				pixels[i] = (unsigned char)(x / 20 * 40);
		}
		if (!stbi_write_png_to_func(append, &images[channels - 1], WIDTH, HEIGHT, channels,
					    pixels, WIDTH * channels))
			abort();
	}
}

void bench_work(void)
{
	for (int i = 0; i < IMAGES; i++) {
		int width, height, channels;
		unsigned char *pixels = stbi_load_from_memory(images[i].data, images[i].n, &width,
							      &height, &channels, 4 - i);

		if (!pixels)
			abort();
		printf("%d x %d x %d: %016lx\n", width, height, channels,
		       bench_hash(pixels, (unsigned long)(width * height * (4 - i))));
		stbi_image_free(pixels);
		/* A truncated file ends in stb_image's error paths. */
		if (stbi_load_from_memory(images[i].data, images[i].n / 2, &width, &height,
					  &channels, 4))
			abort();
	}
}
