/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Firmware of bench/kills, on examples/minirtos: a task makes PNGs, one decodes them
 * (png_decode.c), and one lexes C and sleeps.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "minirtos.h"
#include "start.h"
#include "work.h"

void *malloc(size_t n);
void free(void *p);
void *realloc(void *p, size_t n);

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>
#define STB_C_LEXER_IMPLEMENTATION
#include <stb/stb_c_lexer.h>

unsigned char *stbi_load_from_memory(const unsigned char *data, int n, int *width, int *height,
				     int *channels, int wanted);
void stbi_image_free(void *pixels);

enum { WIDTH = 61, HEIGHT = 37, IMAGES = 6, STACK_WORDS = 16384 };

static struct rtos_task writer, reader, lexer;
static struct rtos_queue queue;
static uintptr_t stacks[3][STACK_WORDS];
static struct image {
	unsigned char data[1 << 15];
	int n;
} images[IMAGES];
static volatile unsigned tokens;

/* Memory is never used again. */
static unsigned char pool[8 << 20] __attribute__((section(".noinit"), aligned(8)));
static size_t n_used;

void *malloc(size_t n)
{
	unsigned char *p = pool + n_used;

	n_used += (n + 15) & ~(size_t)7;
	if (n_used > sizeof(pool))
		example_exit(3);
	*(size_t *)(void *)p = n;
	return p + 8;
}

void free(void *p)
{
	(void)p;
}

void *realloc(void *p, size_t n)
{
	void *q = malloc(n);
	size_t before = p ? *(size_t *)(void *)((unsigned char *)p - 8) : 0;

	return memcpy(q, p ? p : q, before < n ? before : n);
}

/* Contexts of traces, which this image does not have. */
void anycov_task_switch(struct anycov_task *t)
{
	(void)t;
}

int anycov_task_stop(struct anycov_task *t)
{
	(void)t;
	return 0;
}

static void append(void *context, void *data, int n)
{
	struct image *image = context;

	memcpy(image->data + image->n, data, (size_t)n);
	image->n += n;
}

static void draw(unsigned char *pixels, int channels, unsigned *state)
{
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			for (int c = 0; c < channels; c++) {
				unsigned char *p = &pixels[(y * WIDTH + x) * channels + c];

				if (x < WIDTH / 3)
					*p = (unsigned char)(x * 3 + y + c * 50);
				else if (x < 2 * WIDTH / 3)
					*p = (unsigned char)bench_random(state);
				else
					*p = (unsigned char)(c * 80);
			}
}

static void write_images(void *arg)
{
	static unsigned char pixels[WIDTH * HEIGHT * 4];
	unsigned state = 4711;

	(void)arg;
	for (int i = 0; i < IMAGES; i++) {
		draw(pixels, 1 + i % 4, &state);
		stbi_write_png_compression_level = 3 + i;
		stbi_write_png_to_func(append, &images[i], WIDTH, HEIGHT, 1 + i % 4, pixels, 0);
		rtos_put(&queue, (uintptr_t)&images[i]);
	}
	rtos_exit();
}

static void read_images(void *arg)
{
	unsigned long hash = 0;

	(void)arg;
	for (int i = 0; i < IMAGES; i++) {
		struct image *image = (struct image *)rtos_get(&queue);
		int width, height, channels;
		unsigned char *pixels;

		if (i % 2)
			image->data[image->n / 2] ^= 0x55;
		pixels =
			stbi_load_from_memory(image->data, image->n, &width, &height, &channels, 0);
		if (pixels) {
			hash ^= bench_hash(pixels, (unsigned long)(width * height * channels));
			stbi_image_free(pixels);
		}
	}
	example_exit(hash && tokens ? 0 : 5);
}

static void lex(void *arg)
{
	static const char text[] = "static int f(char *s, unsigned n)\n{\n\tif (n >= 017 && "
				   "s->next != 0x1F) /* why */\n"
				   "\t\treturn s->n++ + 1 << 'a' | \"text\\t\"[2]; // "
				   "end\n\treturn n * 3.5e2 - 08;\n}\n";

	(void)arg;
	for (;;) {
		char store[64];
		stb_lexer lexer_state;

		stb_c_lexer_init(&lexer_state, text, text + sizeof(text) - 1, store, sizeof(store));
		while (stb_c_lexer_get_token(&lexer_state))
			tokens++;
		rtos_sleep(3);
	}
}

int main(void)
{
	rtos_task(&writer, write_images, 0, stacks[0], STACK_WORDS, 0);
	rtos_task(&reader, read_images, 0, stacks[1], STACK_WORDS, 0);
	rtos_task(&lexer, lex, 0, stacks[2], STACK_WORDS, 0);
	rtos_run();
}
