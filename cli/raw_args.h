/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --raw, --big-endian, --mode: input that is the memory of a KCOV buffer. */
#ifndef ANYCOV_RAW_ARGS_H
#define ANYCOV_RAW_ARGS_H

#include <string.h>
#include "args.h"
#include "dump_read.h"

struct raw_args {
	uint64_t word_bytes;
	bool big_endian;
	const char *mode;
};

#define RAW_ARGS(r)                                                                      \
	{ ARG_COUNT, 0, "raw", "BYTES", &(r)->word_bytes,                               \
	  "the files are no dumps but memory of a KCOV buffer with words\nof 2, 4 or 8 bytes" }, \
	{ ARG_FLAG, 0, "big-endian", NULL, &(r)->big_endian, "with --raw: numbers are big-endian" }, \
	{ ARG_TEXT, 0, "mode", "pc|cmp", &(r)->mode, "with --raw: what was recorded (default pc)" }

/* -1, or an exit status. */
static inline int raw_args_take(const struct raw_args *r, struct raw_format *f)
{
	memset(f, 0, sizeof(*f));
	if (r->mode && strcmp(r->mode, "pc") && strcmp(r->mode, "cmp"))
		return usage_error("--mode %s: the modes are pc and cmp", r->mode);
	if (!r->word_bytes && (r->mode || r->big_endian))
		return usage_error("--mode and --big-endian belong to --raw; a dump says both itself");
	if (r->word_bytes && r->word_bytes != 2 && r->word_bytes != 4 && r->word_bytes != 8)
		return usage_error("--raw %llu: a word has 2, 4 or 8 bytes",
				   (unsigned long long)r->word_bytes);
	f->word_bytes = (unsigned)r->word_bytes;
	f->big_endian = r->big_endian;
	f->cmp = r->mode && !strcmp(r->mode, "cmp");
	return -1;
}

#endif
