/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes XML 1.0 in UTF-8.  Names of elements and attributes are written as they are. */
#ifndef ANYCOV_XML_H
#define ANYCOV_XML_H

#include <stdbool.h>
#include <stdio.h>

#define XML_DEPTH 16 /* of elements in each other */

struct xml_writer {
	FILE *f;
	const char *open[XML_DEPTH]; /* elements that have not ended */
	unsigned depth;
	bool in_tag;   /* the start tag of the innermost one has not ended */
	bool has_text; /* it contains text and no elements */
};

/* Writes the declaration, and the document type with a DTD (NULL: none). */
void xml_begin(struct xml_writer *w, FILE *f, const char *root, const char *dtd);
void xml_start(struct xml_writer *w, const char *name);
/* Writes attributes of the element that was started, before its content. */
void xml_attribute(struct xml_writer *w, const char *name, const char *value);
void xml_attributef(struct xml_writer *w, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void xml_text(struct xml_writer *w, const char *text);
void xml_textf(struct xml_writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void xml_end(struct xml_writer *w);

#endif
