/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* zstd compresses text-like data at several levels and decompresses it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "work.h"
#include "zstd.h"

enum { SIZE = 96 << 10 };

static char text[SIZE];
static char packed[SIZE * 2];
static char back[SIZE];

void bench_setup(const char *dir)
{
	static const char *const words[] = { "buffer", "return", "if",   "(",       ")",    ";\n\t",
					     "count",  " = ",    "0x",   "static ", "int ", "->",
					     "block",  " + ",    "edge", "{\n" };
	unsigned state = 4711;
	size_t n = 0;

	(void)dir;
	while (n < SIZE) {
		const char *w = words[bench_random(&state) % 4 * (bench_random(&state) % 5) % 16];
		size_t k = strlen(w);

		if (bench_random(&state) % 11 == 0) {
			text[n++] = (char)(bench_random(&state) % 96 + 32);
			continue;
		}
		if (k > SIZE - n)
			k = SIZE - n;
		memcpy(text + n, w, k);
		n += k;
	}
}

void bench_work(void)
{
	static const int levels[] = { 1, 3, 6, 12, 19 };

	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		size_t part = levels[i] < 10 ? SIZE : SIZE / 8;
		size_t n = ZSTD_compress(packed, sizeof(packed), text, part, levels[i]);
		size_t m;

		if (ZSTD_isError(n))
			abort();
		m = ZSTD_decompress(back, sizeof(back), packed, n);
		printf("level %d: %zu, %016lx, %s\n", levels[i], n, bench_hash(packed, n),
		       m == part && memcmp(text, back, part) == 0 ? "same" : "DIFFERENT");
		/* Damaged input: the decoder's error paths. */
		packed[n / 2] = (char)(packed[n / 2] ^ 0x55);
		m = ZSTD_decompress(back, sizeof(back), packed, n);
		printf("damaged: %s\n", ZSTD_isError(m) ? ZSTD_getErrorName(m) : "not noticed");
	}
}
