/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Hits of an image's ranges of code from logs of its execution. */
#ifndef ANYCOV_LOG_HITS_H
#define ANYCOV_LOG_HITS_H

#include "coverage/model/instrumented_image.h"

/*
 * Adds what a log (dump/execution_log.h) shows of an image with code ranges (code_ranges.h).  A log
 * of other code is refused; force: it is used by address, and nothing is shown as not covered.
 * Returns -1 with err filled.
 */
int log_apply(struct instrumented_image *m, const char *path, uint64_t offset, bool force,
	      struct anycov_error *err);

#endif
