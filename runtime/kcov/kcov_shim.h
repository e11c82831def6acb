/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of libanycov-kcov.so. */
#ifndef ANYCOV_KCOV_SHIM_H
#define ANYCOV_KCOV_SHIM_H

#include "hooks/record_context.h"

#define SHIM_PUBLIC __attribute__((visibility("default")))

/* Drains counters when an interposed call returns; preserves errno. */
ANYCOV_HIDDEN void shim_drain(void);
ANYCOV_HIDDEN void shim_write_table(void);

#endif
