/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* drcov files: which blocks of which modules were executed. */
#ifndef ANYCOV_DRCOV_H
#define ANYCOV_DRCOV_H

#include "dump/execution_log.h"

/* Returns whether a file begins as one. */
bool is_drcov(const char *p, size_t n);
/* Adds the blocks of a file's n bytes that are of the image; arguments as execution_log_read(). */
int drcov_read(struct execution_log *log, const char *p, size_t n, const char *path,
	       const struct image *img, uint64_t offset, struct anycov_error *err);

#endif
