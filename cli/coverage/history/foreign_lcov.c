/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* lcov's tracefiles: its records FN, FNDA, FNL, FNA, DA and BRDA. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/history/foreign.h"

struct lcov {
	struct foreign *to;
	size_t in;             /* the file that records are of, as index + 1; 0: none */
	struct u64_map begins; /* index of a FNL -> 1 + its line, of this file */
};

/* Takes a number and the comma after it, or the end.  Returns what follows, or NULL. */
static const char *take_number(const char *s, uint64_t max, uint64_t *n)
{
	char *end;

	errno = 0;
	*n = strtoull(s, &end, 10);
	if (!isdigit((unsigned char)*s) || errno || *n > max || (*end && *end != ','))
		return NULL;
	return end + (*end == ',');
}

/* DA:LINE,COUNT[,CHECKSUM] */
static bool take_line(struct foreign_file *f, const char *s)
{
	uint64_t line, count;
	bool negative;

	s = take_number(s, UINT32_MAX, &line);
	if (!s || !line)
		return false;
	/* geninfo writes counts that gcov lost track of as negative ones. */
	negative = *s == '-';
	if (!take_number(s + negative, UINT64_MAX, &count))
		return false;
	foreign_add_line(f, (uint32_t)line, negative ? 0 : count);
	return true;
}

/* Returns the number that n characters are, else a hash of them (lcov 2 also has expressions). */
static uint64_t name_of(const char *s, size_t n)
{
	uint64_t number = 0;

	if (n > 9 || strspn(s, "0123456789") < n)
		return fnv1a_update(FNV1A_OFFSET, s, n);
	for (size_t i = 0; i < n; i++)
		number = number * 10 + (uint64_t)(s[i] - '0');
	return number;
}

/* BRDA:LINE,BLOCK,BRANCH,TAKEN; TAKEN "-": the block did not run.  An "e": by an exception. */
static bool take_branch(struct foreign_file *f, const char *s)
{
	const char *block, *branch, *last = strrchr(s, ',');
	uint64_t line, taken = 0;

	block = take_number(s, UINT32_MAX, &line);
	branch = block ? strchr(block, ',') : NULL;
	if (!branch || !line || last <= branch)
		return false;
	if (strcmp(last, ",-") && !take_number(last + 1, UINT64_MAX, &taken))
		return false;
	if (*block != 'e')
		foreign_add_outcome(f, (uint32_t)line, name_of(block, (size_t)(branch - block)),
				    name_of(branch + 1, (size_t)(last - branch) - 1),
				    strcmp(last, ",-") != 0, taken != 0);
	return true;
}

/* FN:LINE[,END],NAME */
static bool take_place(struct foreign_file *f, const char *s)
{
	uint64_t line, end;
	const char *name = take_number(s, UINT32_MAX, &line), *after;

	if (!name || !*name)
		return false;
	after = take_number(name, UINT32_MAX, &end);
	name = after && *after ? after : name;
	foreign_function(f, name)->line = (uint32_t)line;
	return true;
}

/* FNDA:COUNT,NAME, or what follows FNA:INDEX, */
static bool take_function(struct foreign_file *f, const char *s, uint64_t line)
{
	struct foreign_function *fn;
	uint64_t count;

	s = take_number(s, UINT64_MAX, &count);
	if (!s || !*s)
		return false;
	fn = foreign_function(f, s);
	fn->line = line ? (uint32_t)line : fn->line;
	fn->hits = fn->hits > UINT64_MAX - count ? UINT64_MAX : fn->hits + count;
	return true;
}

/* FNL:INDEX,LINE[,END] and FNA:INDEX,COUNT,NAME */
static bool take_indexed(struct lcov *x, struct foreign_file *f, const char *s, bool is_name)
{
	uint64_t index, line;
	uint64_t *at;

	s = take_number(s, UINT64_MAX, &index);
	if (!s)
		return false;
	at = u64_map_get_or_add(&x->begins, index);
	if (is_name)
		return take_function(f, s, *at ? *at - 1 : 0);
	if (!take_number(s, UINT32_MAX, &line))
		return false;
	*at = line + 1;
	return true;
}

static bool take_record(struct lcov *x, const char *s)
{
	struct foreign_file *f = x->in ? &x->to->v[x->in - 1] : NULL;

	if (starts_with(s, "SF:") && s[3]) {
		x->in = (size_t)(foreign_file(x->to, s + 3) - x->to->v) + 1;
		u64_map_clear(&x->begins);
		return true;
	}
	if (!strcmp(s, "end_of_record")) {
		x->in = 0;
		return f != NULL;
	}
	if (starts_with(s, "DA:"))
		return f && take_line(f, s + 3);
	if (starts_with(s, "BRDA:"))
		return f && take_branch(f, s + 5);
	if (starts_with(s, "FN:"))
		return f && take_place(f, s + 3);
	if (starts_with(s, "FNDA:"))
		return f && take_function(f, s + 5, 0);
	if (starts_with(s, "FNL:") || starts_with(s, "FNA:"))
		return f && take_indexed(x, f, s + 4, s[2] == 'A');
	/* Sums, versions and what is new are not needed. */
	return true;
}

int foreign_read_lcov(struct foreign *f, const char *path, const char *text, size_t n,
		      struct anycov_error *err)
{
	struct lcov x = { .to = f };
	size_t number = 0;
	bool good = true;

	for (const char *s = text, *end; s < text + n && good; s = end + 1) {
		char *line;

		end = memchr(s, '\n', (size_t)(text + n - s));
		end = end ? end : text + n;
		line = xstrndup(s, (size_t)(end - s) - (end > s && end[-1] == '\r'));
		number++;
		good = take_record(&x, line);
		free(line);
	}
	u64_map_free(&x.begins);
	if (!good)
		return anycov_error_set(err,
					"%s:%zu: not a record of lcov; write the tracefile again",
					path, number);
	if (x.in)
		return anycov_error_set(
			err, "%s: truncated, no end_of_record at the end; write it again", path);
	return 0;
}
