/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --raw, --big-endian, --mode: input that is a raw KCOV buffer. */
#ifndef ANYCOV_RAW_ARGS_H
#define ANYCOV_RAW_ARGS_H

#include <string.h>
#include "cmd/args.h"
#include "dump/reader.h"
#include "image/elf.h"

struct raw_args {
	const char *word; /* a number, or "auto": that of the image */
	bool big_endian;
	const char *mode;
};

#define RAW_ARGS(r)                                                                                \
	{ ARG_TEXT,                                                                                \
	  0,                                                                                       \
	  "raw",                                                                                   \
	  "BYTES|auto",                                                                            \
	  &(r)->word,                                                                              \
	  "inputs are raw KCOV buffers with words of 2, 4 or 8\n"                                  \
	  "bytes; auto (report only): as in the image" },                                          \
		{ ARG_FLAG,         0,                                                             \
		  "big-endian",     NULL,                                                          \
		  &(r)->big_endian, "with --raw: buffers are big-endian" },                        \
	{                                                                                          \
		ARG_TEXT, 0, "mode", "pc|cmp", &(r)->mode,                                         \
			"with --raw: mode of the buffers (default pc)"                             \
	}

static inline bool raw_args_auto(const struct raw_args *r)
{
	return r->word && !strcmp(r->word, "auto");
}

/* Takes the word size and byte order from the image, for --raw auto. */
static inline void raw_args_of_image(const struct raw_args *r, struct raw_format *f,
				     const struct image *img)
{
	if (!raw_args_auto(r))
		return;
	f->word_bytes = img->machine == EM_AVR ? 2 : img->is64 ? 8 : 4;
	f->big_endian = img->big_endian;
}

/* Returns -1, or an exit status.  has_image: --raw auto can be used. */
static inline int raw_args_take(const struct raw_args *r, struct raw_format *f, bool has_image)
{
	uint64_t bytes = 0;

	memset(f, 0, sizeof(*f));
	if (r->mode && strcmp(r->mode, "pc") && strcmp(r->mode, "cmp"))
		return usage_error("--mode %s: the modes are pc and cmp", r->mode);
	if (!r->word && (r->mode || r->big_endian))
		return usage_error("--mode and --big-endian require --raw");
	if (raw_args_auto(r) && !has_image)
		return usage_error("--raw auto: requires an image; use 2, 4 or 8");
	if (raw_args_auto(r) && r->big_endian)
		return usage_error(
			"--big-endian: omit it, --raw auto uses the byte order of the image");
	if (r->word && !raw_args_auto(r) &&
	    (!parse_u64(r->word, &bytes) || (bytes != 2 && bytes != 4 && bytes != 8)))
		return usage_error("--raw %s: the word size must be 2, 4 or 8 (bytes)", r->word);
	f->word_bytes = (unsigned)bytes;
	f->big_endian = r->big_endian;
	f->cmp = r->mode && !strcmp(r->mode, "cmp");
	return -1;
}

#endif
