/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of the HTML output. */
#ifndef ANYCOV_OUT_HTML_H
#define ANYCOV_OUT_HTML_H

#include "columns.h"
#include "out.h"

/* What every page carries (out_html_parts.c). */
extern const char html_style[], html_script[];

/* Escaped; what is no UTF-8 becomes U+FFFD. */
void html_text(FILE *f, const char *s, size_t n);
/* What the signs mean (out_html_source.c). */
void html_legend(FILE *f);
/* The rows of a file's table; the source may be empty. */
void html_source_rows(FILE *f, const struct coverage *c, uint32_t file,
		      const struct columns *columns, const char *source, size_t size);
/* The page of a file; to be freed. */
char *html_page_name(size_t image, size_t file, const char *path);
/* The source of a file, or NULL if it is not here; to be freed. */
char *html_read_source(const struct cov_file *file, size_t *size);

#endif
