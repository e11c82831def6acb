/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Linked by `anycov cc --record-to DIR`, which writes DIR over the text in a copy of the object.
 */
#include "set.h"

extern const char anycov_set_directory[];
__attribute__((weak, visibility("hidden"))) const char anycov_set_directory[SET_PATH_MAX] =
	ANYCOV_FLAGS_DIR_TEXT;
