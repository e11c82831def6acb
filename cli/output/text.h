/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of the text report. */
#ifndef ANYCOV_TEXT_H
#define ANYCOV_TEXT_H

#include "output/output.h"

#define GREEN "\033[32m"
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define PLAIN "\033[0m"

#define TEXT_WIDTH 80u        /* of lines, if nothing else is known */
#define TEXT_NAME_WIDTH 26u   /* names in tables, with their indentation, in such lines */
#define TEXT_SHARE_WIDTH 7u   /* of "7/12" */
#define TEXT_PERCENT_WIDTH 8u /* with the blanks before it */
#define TEXT_COUNTS_WIDTH 9u  /* at least, with the blank before it */

/* Returns the number of columns that a name takes on a terminal; a character may take two. */
size_t text_columns(const char *name);
/*
 * Prints a name in at most `room` columns, a longer one without its middle, and returns the
 * columns that it took.  What a terminal would obey, and what is no UTF-8, is printed as '?'.
 */
size_t text_name(FILE *f, const char *name, size_t room);
/* The same of the end of a name. */
size_t text_name_end(FILE *f, const char *name, size_t room);
/*
 * Prints n bytes of a line of source: tabs as blanks, since the line begins in no column of theirs,
 * and what a terminal would obey, or is no UTF-8, as `less` shows it: ^L, <U+202E>, <FF>.
 */
void text_source(FILE *f, const char *s, size_t n);
/*
 * Prints "7/12   58.3%", or "-" if there is nothing to count; the first part takes at least
 * `width` columns.  Returns the columns that were printed.
 */
size_t text_share(FILE *f, const struct counts *t, unsigned width);

/* Prints "7/12", or "-", after blanks, in at least `width` columns.  Returns the columns. */
size_t text_counts(FILE *f, const struct counts *t, unsigned width);

static inline unsigned text_width(const struct text_style *style)
{
	return style->width ? style->width : TEXT_WIDTH;
}

static inline const char *text_colour(const struct text_style *style, const char *colour)
{
	return style->colour ? colour : "";
}

/* Prints the table of files: as a tree of directories, or the worst of more than style->rows. */
void text_files(FILE *f, const struct coverage *c, const struct text_style *style);

#endif
