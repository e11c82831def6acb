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

const char *html_percent(char to[SHARE_ROOM], const struct counts *t)
{
	return t->total ? share_text(to, t->covered, t->total) : "-";
}

/* Writes tenths as a share of a hundred; returns NULL for none. */
static const char *tenths_text(char *to, size_t room, unsigned n)
{
	snprintf(to, room, "%u.%u", n / 10, n % 10);
	return n ? to : NULL;
}

void html_bar(FILE *f, const void *counts)
{
	const struct counts *t = counts;
	unsigned covered = tenths(t->covered, t->total), unknown = tenths(t->unknown, t->total);
	char after[16], of_covered[16], of_unknown[16];

	if (t->unknown && !unknown)
		unknown = 1;
	tenths_text(after, sizeof(after), covered);
	html_print(f, "bar", TEXT("unknown", tenths_text(of_unknown, sizeof(of_unknown), unknown)),
		   TEXT("after", after),
		   TEXT("covered", tenths_text(of_covered, sizeof(of_covered), covered)));
}

static void share_cell(FILE *f, const struct counts *t, void (*bar)(FILE *f, const void *counts))
{
	char value[32], percent[SHARE_ROOM];

	if (!t->total) {
		template_print(f, "no-share", NULL);
		return;
	}
	snprintf(value, sizeof(value), "%.6f", (double)t->covered / (double)t->total);
	html_print(f, "share", TEXT("value", value), TEXT("percent", html_percent(percent, t)),
		   PART("bar", bar, t), NUMBER("covered", t->covered), NUMBER("total", t->total));
}

void html_share_cell(FILE *f, const void *counts)
{
	share_cell(f, counts, html_bar);
}

void html_short_share_cell(FILE *f, const void *counts)
{
	share_cell(f, counts, NULL);
}

void html_number_cell(FILE *f, const char *class, size_t n)
{
	html_print(f, "number", TEXT("class", class), NUMBER("n", n));
}

void html_totals_row(FILE *f, const char *what, const struct counts *t)
{
	html_print(f, "totals-row", TEXT("what", what), PART("share", html_share_cell, t),
		   NUMBER("not_covered", counts_not_covered(t)), NUMBER("unknown", t->unknown),
		   NUMBER("total", t->total));
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

void html_state_title(FILE *f, const void *data)
{
	const struct html_state *s = data;
	char *why;

	fputs(state_styles[s->state].title, f);
	if (s->state != STATE_UNKNOWN || !s->reason)
		return;
	why = unknown_text(s->c, s->reason);
	fputs(": ", f);
	html_string(f, why);
	free(why);
}

void html_head(FILE *f, const struct html_report *h, const char *title, const char *page)
{
	page = page ? page : "";
	html_print(f, "head", TEXT("title", title), NUMBER("files", !strcmp(page, "index.html")),
		   NUMBER("functions", !strcmp(page, "functions.html")),
		   NUMBER("with_images", h->c->parts != NULL),
		   NUMBER("images", !strcmp(page, "images.html")));
}

void html_foot(FILE *f)
{
	template_print(f, "foot", NULL);
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
