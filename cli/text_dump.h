/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef ANYCOV_TEXT_DUMP_H
#define ANYCOV_TEXT_DUMP_H

#include "cli.h"

/* Where in a line the log of a console is that comes in pieces; begins as zeroes. */
struct text_dump {
	enum { LINE_BEGINS, LINE_OF_HEX, LINE_OF_OTHERS } line;
	size_t mark; /* characters of the mark that were met */
	int high;    /* the first digit of a byte + 1, 0: none */
};

/*
 * Lines that begin with "anycov:" and go on in hex digits are a dump: puts the bytes
 * that they stand for at `to` (room for n + 1 halves) and returns their number.  A
 * checksum in the dump tells whether all of them are there.
 */
size_t text_dump_decode(struct text_dump *t, unsigned char *to, const unsigned char *data, size_t n);

#endif
