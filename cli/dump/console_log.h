/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef ANYCOV_CONSOLE_LOG_H
#define ANYCOV_CONSOLE_LOG_H

#include "base/base.h"

/* The state of the decoder between parts of a log; initialized with zeroes. */
struct console_log {
	enum { LINE_START, LINE_HEX, LINE_OTHER } line;
	size_t matched; /* characters of the prefix that matched */
	int high;       /* the first digit of a byte + 1, 0: none */
};

/*
 * Decodes lines of "anycov:" and hex digits: stores the bytes at `to` (room for half of
 * n + 1) and returns their number.  The checksum of the dump detects missing lines.
 */
size_t console_log_decode(struct console_log *t, unsigned char *to, const unsigned char *data,
			  size_t n);

#endif
