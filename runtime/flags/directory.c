/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A directory that is named when the image is linked: in a copy of the object, its name replaces
 * the text.
 */
#include "flags.h"

static const char directory[PATH_BYTES] = ANYCOV_FLAGS_DIR_TEXT;
const char *flags_directory = directory;
