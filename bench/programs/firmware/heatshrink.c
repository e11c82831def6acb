/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Compresses and expands text, and compares. */
#include <string.h>
#include "costs.h"
#include "heatshrink_decoder.h"
#include "heatshrink_encoder.h"

enum { BYTES = 1024, CHUNK = 64 };

static uint8_t text[BYTES], packed[2 * BYTES], out[BYTES];

static void write_text(void)
{
	static const char words[] = "for while if else return break static unsigned ";
	unsigned x = 1;

	for (unsigned i = 0; i < BYTES; i++) {
		x = (x * 25173u + 13849u) & 0xffffu;
		text[i] = (uint8_t)words[(i + (x >> 13)) % (sizeof(words) - 1)];
	}
}

static size_t compress(heatshrink_encoder *e)
{
	size_t in = 0, done, have = 0;

	while (in < BYTES) {
		if (heatshrink_encoder_sink(e, text + in, BYTES - in, &done) < 0)
			return 0;
		in += done;
		if (in == BYTES)
			heatshrink_encoder_finish(e);
		do {
			heatshrink_encoder_poll(e, packed + have, CHUNK, &done);
			have += done;
		} while (done);
	}
	return heatshrink_encoder_finish(e) == HSER_FINISH_DONE ? have : 0;
}

static size_t expand(heatshrink_decoder *d, size_t bytes)
{
	size_t in = 0, done, have = 0;

	while (in < bytes) {
		if (heatshrink_decoder_sink(d, packed + in, bytes - in, &done) < 0)
			return 0;
		in += done;
		if (in == bytes)
			heatshrink_decoder_finish(d);
		do {
			heatshrink_decoder_poll(d, out + have, BYTES - have, &done);
			have += done;
		} while (done && have < BYTES);
	}
	return have;
}

int bench_work(void)
{
	heatshrink_encoder *e = heatshrink_encoder_alloc(8, 4);
	heatshrink_decoder *d = heatshrink_decoder_alloc(CHUNK, 8, 4);
	size_t bytes;

	if (!e || !d)
		return 1;
	write_text();
	bytes = compress(e);
	if (!bytes || expand(d, bytes) != BYTES)
		return 2;
	return memcmp(text, out, BYTES) != 0;
}
