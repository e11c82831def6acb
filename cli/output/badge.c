/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A badge: an SVG picture of the share of lines that are covered, which needs no font or server. */
#include <string.h>
#include "output/output.h"
#include "output/xml.h"

#define LABEL "coverage"
#define HEIGHT 20
#define LETTER 7 /* of the widest usual font at 11 pixels */
#define MARGIN 6

/* White on each of them has a contrast of 4.5 and more. */
static const char *colour_of(const struct counts *t)
{
	if (!t->total)
		return "#5f6368";
	if (t->covered * 100 >= t->total * 90)
		return "#1e7e34";
	return t->covered * 100 >= t->total * 75 ? "#8a6100" : "#c62828";
}

static unsigned width_of(const char *text)
{
	return (unsigned)strlen(text) * LETTER + 2 * MARGIN;
}

static void rectangle(struct xml_writer *w, unsigned x, unsigned width, const char *colour)
{
	xml_start(w, "rect");
	xml_attributef(w, "x", "%u", x);
	xml_attributef(w, "width", "%u", width);
	xml_attributef(w, "height", "%u", HEIGHT);
	xml_attribute(w, "fill", colour);
	xml_end(w);
}

/* The text has this width with any font. */
static void text(struct xml_writer *w, unsigned x, const char *words)
{
	xml_start(w, "text");
	xml_attributef(w, "x", "%u", x + MARGIN);
	xml_attribute(w, "y", "14");
	xml_attributef(w, "textLength", "%u", width_of(words) - 2 * MARGIN);
	xml_text(w, words);
	xml_end(w);
}

void out_badge(FILE *f, const struct coverage *c)
{
	const struct counts *t = &c->line_counts;
	char share[SHARE_ROOM], value[SHARE_ROOM + 1] = "unknown";
	unsigned left = width_of(LABEL), right;
	struct xml_writer w;

	if (t->total)
		snprintf(value, sizeof(value), "%s%%", share_text(share, t->covered, t->total));
	right = width_of(value);
	xml_begin(&w, f, "svg", NULL);
	xml_start(&w, "svg");
	xml_attribute(&w, "xmlns", "http://www.w3.org/2000/svg");
	xml_attributef(&w, "width", "%u", left + right);
	xml_attributef(&w, "height", "%u", HEIGHT);
	xml_attribute(&w, "role", "img");
	xml_attributef(&w, "aria-label", "%s: %s", LABEL, value);
	xml_start(&w, "title");
	if (t->total)
		xml_textf(&w, "%s: %s of lines (%zu of %zu)", LABEL, value, t->covered, t->total);
	else
		xml_textf(&w, "%s: %s", LABEL, value);
	xml_end(&w);
	rectangle(&w, 0, left, "#444444");
	rectangle(&w, left, right, colour_of(t));
	xml_start(&w, "g");
	xml_attribute(&w, "fill", "#ffffff");
	xml_attribute(&w, "font-family", "Verdana,DejaVu Sans,sans-serif");
	xml_attribute(&w, "font-size", "11");
	text(&w, 0, LABEL);
	text(&w, left, value);
	xml_end(&w);
	xml_end(&w);
}
