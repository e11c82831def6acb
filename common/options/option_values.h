/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Values of options that are no keywords; inside common/options/options.c.  Each function returns
 * 0, or -1 with err filled.
 */
#ifndef ANYCOV_OPTION_VALUES_H
#define ANYCOV_OPTION_VALUES_H

#include <stddef.h>
#include "common/options/options.h"

/* Limits the length of a user's text in an error. */
static inline int anycov_shown(size_t n)
{
	return n > 200 ? 200 : (int)n;
}

/*
 * Sets an option that is on without a value (NULL).  Some option parsers always pass a value, so
 * 1, 0, true and false are accepted, too.
 */
int anycov_option_switch(bool *on, const char *key, const char *value, struct anycov_error *err);
int anycov_option_number(uint32_t *number, const char *key, const char *value,
			 struct anycov_error *err);
/* Adds the names and globs of a comma list. */
int anycov_option_sections(struct anycov_options *o, const char *value, struct anycov_error *err);

#endif
