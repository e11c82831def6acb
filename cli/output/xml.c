/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "output/xml.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/*
 * Prints text so that every reader gets it back.  A reader makes blanks of the line ends and tabs
 * of an attribute, and a line feed of CR, unless they are references.  What is no UTF-8, and
 * characters that XML 1.0 has not even references for, become U+FFFD.
 */
static void escaped(FILE *f, const char *s)
{
	for (size_t left = strlen(s), n; left; s += n, left -= n) {
		n = utf8_length(s, left);
		if (!n ||
		    (n == 3 && (!memcmp(s, "\xef\xbf\xbe", 3) || !memcmp(s, "\xef\xbf\xbf", 3)))) {
			fputs(REPLACEMENT, f);
			n = n ? n : 1;
		} else if (n > 1) {
			fwrite(s, 1, n, f);
		} else if (strchr("&<>\"", *s)) {
			fputs(*s == '&'   ? "&amp;"
			      : *s == '<' ? "&lt;"
			      : *s == '>' ? "&gt;"
					  : "&quot;",
			      f);
		} else if (strchr("\t\n\r", *s)) {
			fprintf(f, "&#%d;", *s);
		} else if (*(const unsigned char *)s < ' ') {
			fputs(REPLACEMENT, f);
		} else {
			putc(*s, f);
		}
	}
}

static void end_tag(struct xml_writer *w)
{
	if (w->in_tag)
		putc('>', w->f);
	w->in_tag = false;
}

void xml_begin(struct xml_writer *w, FILE *f, const char *root, const char *dtd)
{
	*w = (struct xml_writer){ .f = f };
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", f);
	if (dtd)
		fprintf(f, "<!DOCTYPE %s SYSTEM \"%s\">\n", root, dtd);
}

void xml_start(struct xml_writer *w, const char *name)
{
	if (w->depth == XML_DEPTH)
		abort();
	if (w->in_tag) {
		end_tag(w);
		putc('\n', w->f);
	}
	fprintf(w->f, "%*s<%s", (int)w->depth, "", name);
	w->open[w->depth++] = name;
	w->in_tag = true;
	w->has_text = false;
}

void xml_attribute(struct xml_writer *w, const char *name, const char *value)
{
	fprintf(w->f, " %s=\"", name);
	escaped(w->f, value);
	putc('"', w->f);
}

void xml_attributef(struct xml_writer *w, const char *name, const char *fmt, ...)
{
	va_list ap;
	char *value;

	va_start(ap, fmt);
	value = vxasprintf(fmt, ap);
	va_end(ap);
	xml_attribute(w, name, value);
	free(value);
}

void xml_text(struct xml_writer *w, const char *text)
{
	end_tag(w);
	escaped(w->f, text);
	w->has_text = true;
}

void xml_textf(struct xml_writer *w, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = vxasprintf(fmt, ap);
	va_end(ap);
	xml_text(w, text);
	free(text);
}

void xml_end(struct xml_writer *w)
{
	const char *name = w->open[--w->depth];

	if (w->in_tag)
		fputs("/>\n", w->f);
	else
		fprintf(w->f, "%*s</%s>\n", w->has_text ? 0 : (int)w->depth, "", name);
	w->in_tag = w->has_text = false;
}
