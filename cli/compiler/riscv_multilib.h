/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef ANYCOV_RISCV_MULTILIB_H
#define ANYCOV_RISCV_MULTILIB_H

#include "base/base.h"

/*
 * Returns the subdirectory of runtimes for the -march and -mabi in target that has most of
 * the extensions: "." is that for default_march (NULL: unknown).  Returns a text that names no
 * directory if none fits, and NULL if target has no -march.  To be freed.
 */
char *riscv_multilib(const char *directory, const char *default_march, char *const *target);

/* Converts the text of an .attribute arch, "rv64i2p1_m2p0", to a -march; to be freed. */
char *riscv_march_of_attribute(const char *text);

#endif
