/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of the HTML output. */
#ifndef ANYCOV_HTML_H
#define ANYCOV_HTML_H

#include "output/block_starts.h"
#include "output/output.h"

/* Contained in every page (html_parts.c). */
extern const char html_style[], html_script[];

/* Prints escaped text; bytes that are not UTF-8 become U+FFFD. */
void html_text(FILE *f, const char *s, size_t n);
/* Returns the CSS class of a state (html_source.c). */
const char *html_state_name(unsigned state);
/* Prints the legend of the signs (html_source.c). */
void html_legend(FILE *f);
/* Prints the rows of a file; the source may be empty. */
void html_source_rows(FILE *f, const struct coverage *c, uint32_t file,
		      const struct block_starts *columns, const char *source, size_t size);
/* Returns the name of the page of a file; to be freed. */
char *html_page_name(size_t image, size_t file, const char *path);

#endif
