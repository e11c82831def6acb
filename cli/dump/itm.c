/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "dump/itm.h"

/* Headers of packets. */
#define OVERFLOW_PACKET 0x70u
#define SYNC_END 0x80u
#define SOURCE_SIZE 0x03u /* 1, 2, 3: one, two, four bytes follow */
#define SOURCE_DWT 0x04u  /* of the hardware, not of a program */
#define PORT_SHIFT 3
#define CONTINUED 0x80u
#define TIMESTAMP_MASK 0x0fu
#define EXTENSION_MASK 0x0bu
#define EXTENSION 0x08u
#define GLOBAL_TIMESTAMP_MASK 0xdfu
#define GLOBAL_TIMESTAMP 0x94u

/* Synchronization: at least five bytes of 0, then one more. */
#define SYNC_ZEROS 5u

static void begin_packet(struct itm *t, unsigned header)
{
	if (!header) {
		t->zeros++;
		return;
	}
	if (header == SYNC_END && t->zeros >= SYNC_ZEROS) {
		t->zeros = 0;
		return;
	}
	t->zeros = 0;
	if (header & SOURCE_SIZE) {
		t->payload = (header & SOURCE_SIZE) == 3 ? 4 : header & SOURCE_SIZE;
		t->is_taken = !(header & SOURCE_DWT) && header >> PORT_SHIFT == t->port;
		t->packets += t->is_taken;
	} else if (header == OVERFLOW_PACKET) {
		t->overflows++;
	} else if (!(header & TIMESTAMP_MASK) || (header & EXTENSION_MASK) == EXTENSION) {
		t->is_continued = header & CONTINUED;
	} else if ((header & GLOBAL_TIMESTAMP_MASK) == GLOBAL_TIMESTAMP) {
		t->is_continued = true;
	} else {
		t->unknown++;
	}
}

size_t itm_decode(struct itm *t, unsigned char *to, const unsigned char *data, size_t n)
{
	size_t done = 0;

	for (size_t i = 0; i < n; i++) {
		if (t->payload) {
			t->payload--;
			if (t->is_taken)
				to[done++] = data[i];
		} else if (t->is_continued) {
			t->is_continued = data[i] & CONTINUED;
		} else {
			begin_packet(t, data[i]);
		}
	}
	return done;
}
