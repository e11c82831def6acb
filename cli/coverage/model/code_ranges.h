/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* An image without regard to instrumentation: what a log of its execution is matched to. */
#ifndef ANYCOV_CODE_RANGES_H
#define ANYCOV_CODE_RANGES_H

#include "coverage/model/instrumented_image.h"

/*
 * Makes the ranges of code that are of one line, by the debug information, the probes of the image,
 * without its map: from call_address on, to range_ends[].
 */
void use_code_ranges(struct instrumented_image *m);

#endif
