/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The object that names a directory in the image (anycov/flags_file.h). */
#ifndef ANYCOV_RECORD_TO_H
#define ANYCOV_RECORD_TO_H

#include "base/base.h"

/*
 * Adds to the linker's arguments, which name anycov-flags-start.o, a copy of the object beside it
 * with the directory.  The copy has no name in any directory: it is an open file that the
 * compiler inherits.  Adds nothing if anycov-flags-start.o is not linked.
 */
int record_to(struct string_list *out, const char *directory, struct anycov_error *err);

#endif
