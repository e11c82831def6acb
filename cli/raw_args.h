/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --raw, --big-endian, --mode: input that is the memory of a KCOV buffer. */
#ifndef ANYCOV_RAW_ARGS_H
#define ANYCOV_RAW_ARGS_H

#include <string.h>
#include "args.h"
#include "dump_read.h"
#include "elf_image.h"

struct raw_args {
	const char *word; /* a number, or "auto": as the image says */
	bool big_endian;
	const char *mode;
};

#define RAW_ARGS(r)                                                                      \
	{ ARG_TEXT, 0, "raw", "BYTES|auto", &(r)->word,                                  \
	  "the files are no dumps but memory of a KCOV buffer with words\n"              \
	  "of 2, 4 or 8 bytes; auto: as the image has them (report)" },                   \
	{ ARG_FLAG, 0, "big-endian", NULL, &(r)->big_endian, "with --raw: numbers are big-endian" }, \
	{ ARG_TEXT, 0, "mode", "pc|cmp", &(r)->mode, "with --raw: what was recorded (default pc)" }

static inline bool raw_args_auto(const struct raw_args *r)
{
	return r->word && !strcmp(r->word, "auto");
}

/* What an image says of itself, if it is asked. */
static inline void raw_args_of_image(const struct raw_args *r, struct raw_format *f,
				     const struct image *img)
{
	if (!raw_args_auto(r))
		return;
	f->word_bytes = img->machine == EM_AVR ? 2 : img->is64 ? 8 : 4;
	f->big_endian = img->big_endian;
}

/* -1, or an exit status.  has_image: there is one to be asked. */
static inline int raw_args_take(const struct raw_args *r, struct raw_format *f, bool has_image)
{
	uint64_t bytes = 0;

	memset(f, 0, sizeof(*f));
	if (r->mode && strcmp(r->mode, "pc") && strcmp(r->mode, "cmp"))
		return usage_error("--mode %s: the modes are pc and cmp", r->mode);
	if (!r->word && (r->mode || r->big_endian))
		return usage_error("--mode and --big-endian belong to --raw; a dump says both itself");
	if (raw_args_auto(r) && !has_image)
		return usage_error("--raw auto: no image is asked here; give the bytes of a word, 2, 4 or 8");
	if (raw_args_auto(r) && r->big_endian)
		return usage_error("--big-endian: --raw auto takes the byte order from the image; drop it");
	if (r->word && !raw_args_auto(r) &&
	    (!parse_u64(r->word, &bytes) || (bytes != 2 && bytes != 4 && bytes != 8)))
		return usage_error("--raw %s: a word has 2, 4 or 8 bytes", r->word);
	f->word_bytes = (unsigned)bytes;
	f->big_endian = r->big_endian;
	f->cmp = r->mode && !strcmp(r->mode, "cmp");
	return -1;
}

#endif
