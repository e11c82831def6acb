/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The recording modes by name (anycov/modes.def). */
#ifndef ANYCOV_MODES_H
#define ANYCOV_MODES_H

struct mode {
	const char *name;
	unsigned number;     /* KCOV's */
	const char *tags[2]; /* of the chunk of each buffer; NULL: no such buffer */
	unsigned words;      /* a record */
};

/* Returns the mode, or NULL if no mode has this name. */
const struct mode *mode_by_name(const char *name);
/* Returns the names as help lists the values of an option: pc|cmp|... */
const char *mode_names(void);
/* Reports an unknown --mode; returns EXIT_USAGE. */
int mode_error(const char *name);

#endif
