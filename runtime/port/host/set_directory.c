/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A directory that is named when the image is linked: in a copy of the object, its name replaces
 * the text.
 */
#include "set.h"

extern const char anycov_set_directory[];
__attribute__((weak, visibility("hidden"))) const char anycov_set_directory[SET_PATH_MAX] =
	ANYCOV_FLAGS_DIR_TEXT;
