/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Chunks of a dump that have no records. */
#ifndef ANYCOV_READER_CHUNKS_H
#define ANYCOV_READER_CHUNKS_H

#include "dump/reader_window.h"

/* Each reads the contents of a chunk and calls the visitor. */
int read_module(struct dump_reader *r, const struct dump_chunk *c);
int read_code(struct dump_reader *r, const struct dump_chunk *c);
int read_cuts(struct dump_reader *r, const struct dump_chunk *c);
int read_name(struct dump_reader *r, const struct dump_chunk *c);

#endif
