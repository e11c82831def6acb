/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A table of files as comma-separated values (RFC 4180, lines end with a line feed). */
#include <string.h>
#include "output/output.h"

/* Spreadsheets take what begins with one of these for a formula. */
#define FORMULA "=+-@\t\r"
#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

static void write_path(FILE *f, const char *path)
{
	fputc('"', f);
	/* The same file. */
	if (strchr(FORMULA, *path))
		fputs("./", f);
	for (size_t left = strlen(path), n; left; path += n, left -= n) {
		n = utf8_length(path, left);
		if (!n)
			fputs(REPLACEMENT, f);
		else
			fwrite(path, 1, n, f);
		if (*path == '"')
			fputc('"', f);
		n = n ? n : 1;
	}
	fputc('"', f);
}

static void write_counts(FILE *f, const struct counts *t)
{
	fprintf(f, ",%zu,%zu,%zu,%zu", t->total, t->covered, counts_not_covered(t), t->unknown);
}

void out_csv(FILE *f, const struct coverage *c)
{
	fputs("file,lines,lines_covered,lines_not_covered,lines_unknown,"
	      "branches,branches_covered,branches_not_covered,branches_unknown\n",
	      f);
	for (size_t i = 0; i < c->n_files; i++) {
		if (!c->files[i].n)
			continue;
		write_path(f, c->files[i].path);
		write_counts(f, &c->files[i].lines);
		if (c->from_map)
			write_counts(f, &c->files[i].branches);
		else
			fputs(",,,,", f);
		fputc('\n', f);
	}
}
