/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What several HTML pages have: escaped text, numbers, bars, states, head and foot. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "output/html.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/*
 * Returns whether a sequence of three bytes changes the order of the text around it or is
 * invisible: U+200B to U+200F, U+202A to U+202E, U+2060 to U+2069, U+FEFF.  Source text could
 * look like other code with them.
 */
static bool is_deceptive(const unsigned char *s)
{
	if (s[0] == 0xef)
		return s[1] == 0xbb && s[2] == 0xbf;
	if (s[0] != 0xe2)
		return false;
	return (s[1] == 0x80 &&
		((s[2] >= 0x8b && s[2] <= 0x8f) || (s[2] >= 0xaa && s[2] <= 0xae))) ||
	       (s[1] == 0x81 && s[2] >= 0xa0 && s[2] <= 0xa9);
}

/* Prints a character that is not printed as it is; returns its length. */
static size_t special(FILE *f, const unsigned char *s, size_t n)
{
	size_t length;

	switch (*s) {
	case '&':
		fputs("&amp;", f);
		return 1;
	case '<':
		fputs("&lt;", f);
		return 1;
	case '>':
		fputs("&gt;", f);
		return 1;
	case '"':
		fputs("&quot;", f);
		return 1;
	case '\'':
		fputs("&#39;", f);
		return 1;
	default:
		break;
	}
	if (*s < ' ' || *s == 127) {
		/* The picture of a control character, from U+2400 on. */
		fprintf(f, "\xe2\x90%c", *s == 127 ? 0xa1 : 0x80 + *s);
		return 1;
	}
	length = utf8_length((const char *)s, n);
	if (!length || (length == 3 && is_deceptive(s)))
		fputs(REPLACEMENT, f);
	else
		fwrite(s, 1, length, f);
	return length ? length : 1;
}

void html_text(FILE *f, const char *s, size_t n)
{
	static const char plain[256] = { ['\t'] = 1,        [' ' ... '!'] = 1, ['#' ... '%'] = 1,
					 ['(' ... ';'] = 1, ['='] = 1,         ['?' ... '~'] = 1 };

	while (n) {
		size_t run = 0;

		while (run < n && plain[(unsigned char)s[run]])
			run++;
		if (run)
			fwrite(s, 1, run, f);
		else
			run = special(f, (const unsigned char *)s, n);
		s += run;
		n -= run;
	}
}

void html_string(FILE *f, const char *s)
{
	html_text(f, s, strlen(s));
}

/* Returns the size of a part of a bar. */
static unsigned tenths(size_t n, size_t total)
{
	return total ? (unsigned)((uint64_t)n * 1000 / total) : 0;
}

void html_percent(FILE *f, const struct counts *t)
{
	char share[SHARE_ROOM];

	html_string(f, t->total ? share_text(share, t->covered, t->total) : "-");
}

/* The rectangles' sizes are attributes: servers that forbid inline style show them, too. */
void html_bar(FILE *f, const struct counts *t)
{
	unsigned covered = tenths(t->covered, t->total), unknown = tenths(t->unknown, t->total);

	if (t->unknown && !unknown)
		unknown = 1;
	fputs("<svg class=\"bar\" aria-hidden=\"true\"><rect class=\"n\" width=\"100%\" "
	      "height=\"100%\"/>",
	      f);
	if (unknown)
		fprintf(f, "<rect class=\"u\" x=\"%u.%u%%\" width=\"%u.%u%%\" height=\"100%%\"/>",
			covered / 10, covered % 10, unknown / 10, unknown % 10);
	if (covered)
		fprintf(f, "<rect class=\"c\" width=\"%u.%u%%\" height=\"100%%\"/>", covered / 10,
			covered % 10);
	fputs("</svg>", f);
}

static void share_cell(FILE *f, const struct counts *t, bool with_bar)
{
	if (!t->total) {
		fputs("<td class=\"share\" data-v=\"-1\"><span class=\"none\">none</span></td>", f);
		return;
	}
	fprintf(f, "<td class=\"share\" data-v=\"%.6f\"><span class=\"pc\">",
		(double)t->covered / (double)t->total);
	html_percent(f, t);
	fputs("%</span> ", f);
	if (with_bar)
		html_bar(f, t);
	fprintf(f, " <span class=\"of\">%zu/%zu</span></td>", t->covered, t->total);
}

void html_share_cell(FILE *f, const struct counts *t)
{
	share_cell(f, t, true);
}

void html_short_share_cell(FILE *f, const struct counts *t)
{
	share_cell(f, t, false);
}

void html_number_cell(FILE *f, const char *class, size_t n)
{
	fprintf(f, "<td class=\"%s\" data-v=\"%zu\">", class, n);
	if (n)
		fprintf(f, "%zu", n);
	fputs("</td>", f);
}

void html_totals_row(FILE *f, const char *what, const struct counts *t)
{
	fprintf(f, "<tr><th scope=\"row\">%s</th>", what);
	html_share_cell(f, t);
	fprintf(f,
		"<td class=\"num\">%zu</td><td class=\"num\">%zu</td><td class=\"num\">%zu</td>"
		"</tr>\n",
		counts_not_covered(t), t->unknown, t->total);
}

static void nav_link(FILE *f, const char *name, const char *text, const char *page)
{
	fprintf(f, "<a href=\"%s\"%s>%s</a>", name,
		page && !strcmp(page, name) ? " aria-current=\"page\"" : "", text);
}

/* By enum coverage_state: CSS class, sign, words.  How it is known is in the words alone. */
static const struct {
	const char *name, *sign, *title;
} state_styles[] = {
	[STATE_NONE] = { "none", "", "" },
	[STATE_NOT_COVERED] = { "not", "\xe2\x9c\x98", "not covered" },
	[STATE_UNKNOWN] = { "unknown", "?", "unknown" },
	[STATE_INFERRED] = { "ran", "\xe2\x9c\x94", "covered: implied by other probes" },
	[STATE_HIT] = { "ran", "\xe2\x9c\x94", "covered: its own probe was hit" },
};

const char *html_state_name(unsigned state)
{
	return state_styles[state].name;
}

const char *html_state_sign(unsigned state)
{
	return state_styles[state].sign;
}

const char *html_state_words(unsigned state)
{
	return state_styles[state].title;
}

void html_state_title(FILE *f, const struct coverage *c, unsigned state, unsigned reason)
{
	char *why;

	fputs(state_styles[state].title, f);
	if (state != STATE_UNKNOWN || !reason)
		return;
	why = unknown_text(c, reason);
	fputs(": ", f);
	html_string(f, why);
	free(why);
}

void html_head(FILE *f, const struct html_report *h, const char *title, const char *page)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      f);
	html_string(f, title);
	/* An icon of no bytes: browsers ask servers for one that is not there. */
	fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n"
	      "<link rel=\"stylesheet\" href=\"anycov.css\">\n"
	      "<noscript><link rel=\"stylesheet\" href=\"noscript.css\"></noscript>\n"
	      "<script src=\"anycov.js\"></script></head>\n<body>\n"
	      "<header class=\"top\"><a class=\"skip\" href=\"#main\">to the content</a>"
	      "<nav aria-label=\"Pages\">",
	      f);
	nav_link(f, "index.html", "Files", page);
	nav_link(f, "functions.html", "Functions", page);
	if (h->c->parts)
		nav_link(f, "images.html", "Images", page);
	fputs("</nav><button type=\"button\" id=\"theme\" hidden>theme</button></header>\n"
	      "<main id=\"main\">\n",
	      f);
}

void html_foot(FILE *f)
{
	fputs("</main>\n</body></html>\n", f);
}

int html_open(struct out_file *out, const struct html_report *h, const char *name,
	      struct anycov_error *err)
{
	char *path = xasprintf("%s/%s", h->dir, name);
	struct stat st;
	int status;

	/* A page is written to the directory, wherever a link in it leads. */
	if (!lstat(path, &st) && S_ISLNK(st.st_mode) && unlink(path))
		status = anycov_error_set(err, "%s: cannot replace the link: %s", path,
					  strerror(errno));
	else
		status = out_open(out, path, err);
	free(path);
	return status;
}
