/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Images with flags and nothing that records them: which of them a command may have run. */
#ifndef ANYCOV_CMD_UNLINKED_H
#define ANYCOV_CMD_UNLINKED_H

#include "dump/record_directory.h"
#include "image/linked.h"

/*
 * Warns of such images, and notes in the directory those that count: the program, images that were
 * recorded, what they need, and for a program without a map (a shell, make, a test runner) what is
 * below the current directory.  program: its path, or NULL; l: what it is.  Returns how many count.
 */
size_t unlinked_warn(const char *directory, const char *program, const struct linked *l,
		     const struct recorded *images);

#endif
