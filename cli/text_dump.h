/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef ANYCOV_TEXT_DUMP_H
#define ANYCOV_TEXT_DUMP_H

#include "cli.h"

/*
 * Is this the log of a console with a dump in it: lines that begin with "anycov:"
 * and go on in hex digits?  Puts the bytes they stand for in front of data and
 * returns their number; 0: no such line.  A checksum in the dump tells whether
 * all of them are there.
 */
size_t text_dump_decode(unsigned char *data, size_t n);

#endif
