/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The name of the test that 'anycov run' runs, if no --test gives it. */
#ifndef ANYCOV_TEST_NAME_H
#define ANYCOV_TEST_NAME_H

#include "base/base.h"

/* Of an 'anycov run' above: the directory that it was given. */
#define RUN_VARIABLE "ANYCOV_RUN"

/*
 * Returns the name from ANYCOV_TEST; or for a part of the recording of an 'anycov run' above, which
 * is no test itself, that of pytest's test, or of Meson's with this command.  NULL: none; to be
 * freed.
 */
char *test_name_find(char **argv, bool is_part);

#endif
