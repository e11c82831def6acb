/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Takes what a program wrote to a stimulus port from the packets of an ITM, as they leave a
 * Cortex-M on SWO.  Source: ARMv7-M Architecture Reference Manual, appendix D4.
 */
#ifndef ANYCOV_ITM_H
#define ANYCOV_ITM_H

#include "base/base.h"

/* The state of the decoder between parts of a file; all but the port begins as 0. */
struct itm {
	unsigned port;
	unsigned payload;  /* bytes of a source packet that follow */
	bool is_taken;     /* they are of the port */
	bool is_continued; /* of another packet, up to one without the highest bit */
	unsigned zeros;    /* of a synchronization packet */
	uint64_t packets;  /* of the port */
	uint64_t overflows, unknown;
};

/* Stores the bytes of the port at `to` (room for n) and returns their number. */
size_t itm_decode(struct itm *t, unsigned char *to, const unsigned char *data, size_t n);

#endif
