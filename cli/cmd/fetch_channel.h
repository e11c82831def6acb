/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a program wrote for a debugger: to a ring of SEGGER RTT, or to a port of the ITM. */
#ifndef ANYCOV_FETCH_CHANNEL_H
#define ANYCOV_FETCH_CHANNEL_H

#include <stdint.h>

/*
 * Writes what an RTT up-buffer of an image contains into a file: of a running target (gdb,
 * HOST:PORT) until it writes nothing more, or of a copy of its memory (FILE[@ADDRESS]).  Returns
 * the exit status.
 */
int fetch_rtt(const char *gdb, const char *memory, const char *image, uint64_t number,
	      const char *path);
/* The same of a stimulus port, from a file of what an ITM sent. */
int fetch_itm(const char *swo, uint64_t port, const char *path);

#endif
