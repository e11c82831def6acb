/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads the elements and attributes of XML documents.  Nothing in them is trusted: there are no
 * entities but those of characters, and no documents are fetched.
 */
#ifndef ANYCOV_XML_READER_H
#define ANYCOV_XML_READER_H

#include "base/base.h"

enum xml_event { XML_START, XML_END, XML_EOF, XML_BAD };

struct xml_reader {
	const char *begin, *at, *end;
	const char *name; /* of the element that starts or ends */
	size_t name_n;
	const char *attributes, *attributes_end; /* of the element that starts */
	unsigned depth;                          /* of elements in each other */
	bool is_empty;                           /* its end follows, which is not written */
};

/* The text must remain. */
void xml_read(struct xml_reader *r, const char *text, size_t n);
/* Finds the next element that starts or ends. */
enum xml_event xml_next(struct xml_reader *r);
/* Returns whether that has the name. */
bool xml_is(const struct xml_reader *r, const char *name);
/* Returns the value of an attribute of the element that started, or NULL; to be freed. */
char *xml_value(const struct xml_reader *r, const char *name);
/* Returns the text between the start and the next element, or NULL; to be freed. */
char *xml_content(const struct xml_reader *r);
/* Returns the number of the line that was read last. */
size_t xml_line(const struct xml_reader *r);

#endif
