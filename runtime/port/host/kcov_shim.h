/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of libanycov-kcov.so share. */
#ifndef ANYCOV_KCOV_SHIM_H
#define ANYCOV_KCOV_SHIM_H

#include "core.h"

#define SHIM_PUBLIC __attribute__((visibility("default")))

/* On the way out of every interposed call; errno stays. */
ANYCOV_HIDDEN void shim_returns(void);
ANYCOV_HIDDEN void shim_write_table(void);

#endif
