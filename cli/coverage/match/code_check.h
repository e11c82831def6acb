/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Whether dumps of firmware, which contain no build ID, are of the images: by checksums of the
 * code that ran, and by recorded addresses that cannot be records of an image.
 */
#ifndef ANYCOV_CODE_CHECK_H
#define ANYCOV_CODE_CHECK_H

#include "coverage/match/match.h"

/* Fails if the code is not that of an image; with r->force it notes that instead. */
int check_code(struct match_result *r, const struct dump_info *info, const struct dump_code *code,
	       struct anycov_error *err);
/*
 * Fails if address is between two hook calls of a function of the image, where no hook is called;
 * with r->force it notes that instead.
 */
int check_address(struct match_result *r, const struct dump_info *info, size_t image,
		  uint64_t address, struct anycov_error *err);

#endif
