/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Baselines that are tracefiles of lcov: its records DA, BRDA, FNDA and FNA. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/history/baseline_lines.h"

/* Takes a number and the comma after it, or the end.  Returns what follows, or NULL. */
static const char *take_number(const char *s, uint64_t *n)
{
	char *end;

	errno = 0;
	*n = strtoull(s, &end, 10);
	if (!isdigit((unsigned char)*s) || errno || (*end && *end != ','))
		return NULL;
	return end + (*end == ',');
}

/* DA:LINE,COUNT[,CHECKSUM] */
static bool take_line(struct file_lines *f, const char *s)
{
	uint64_t line, count;

	s = take_number(s, &line);
	if (!s || !line || line > UINT32_MAX)
		return false;
	/* geninfo writes counts that gcov lost track of as negative ones. */
	if (*s == '-')
		s++;
	if (!take_number(s, &count))
		return false;
	lines_note(&f->lines, line, count && s[-1] != '-');
	return true;
}

/* BRDA:LINE,[e]BLOCK,BRANCH,TAKEN; TAKEN "-": the block did not run. */
static bool take_branch(struct file_lines *f, const char *s)
{
	const char *last = strrchr(s, ',');
	uint64_t line, taken = 0;

	if (!last || !take_number(s, &line) || !line)
		return false;
	if (strcmp(last, ",-") && !take_number(last + 1, &taken))
		return false;
	lines_note(&f->outcomes, lines_hash(s, (size_t)(last - s)), taken);
	return true;
}

/* FNDA:COUNT,NAME, or what follows FNA:INDEX, */
static bool take_function(struct file_lines *f, const char *s)
{
	uint64_t count;

	s = take_number(s, &count);
	if (!s || !*s)
		return false;
	lines_note(&f->functions, lines_hash(s, strlen(s)), count);
	return true;
}

/* *in: the file that records are of, as index + 1; 0: none. */
static bool take_record(struct lines_of_files *l, size_t *in, const char *s)
{
	struct file_lines *f = *in ? &l->v[*in - 1] : NULL;
	uint64_t index;

	if (starts_with(s, "SF:") && s[3]) {
		*in = (size_t)(lines_file(l, s + 3) - l->v) + 1;
		return true;
	}
	if (!strcmp(s, "end_of_record")) {
		*in = 0;
		return f != NULL;
	}
	if (starts_with(s, "DA:"))
		return f && take_line(f, s + 3);
	if (starts_with(s, "BRDA:"))
		return f && take_branch(f, s + 5);
	if (starts_with(s, "FNDA:"))
		return f && take_function(f, s + 5);
	if (starts_with(s, "FNA:"))
		return f && (s = take_number(s + 4, &index)) && take_function(f, s);
	/* Sums, places of functions, versions and what is new are not needed. */
	return true;
}

int baseline_read_lcov(struct baseline *b, const char *text, size_t n, struct anycov_error *err)
{
	struct lines_of_files l = { 0 };
	size_t in = 0, number = 0;
	bool good = true;

	for (const char *s = text, *end; s < text + n && good; s = end + 1) {
		char *line;

		end = memchr(s, '\n', (size_t)(text + n - s));
		end = end ? end : text + n;
		line = xstrndup(s, (size_t)(end - s) - (end > s && end[-1] == '\r'));
		number++;
		good = take_record(&l, &in, line);
		free(line);
	}
	if (good && !in) {
		lines_take(&l, b);
		return 0;
	}
	lines_free(&l);
	if (good)
		return anycov_error_set(err,
					"%s: truncated, no end_of_record at the end; write it "
					"again",
					b->path);
	return anycov_error_set(err, "%s:%zu: not a record of lcov; write the tracefile again",
				b->path, number);
}
