/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/paths.h"
#include "base/text_file.h"
#include "coverage/history/foreign.h"

#define BEGIN_BYTES 4096

static uint64_t hash_text(const char *s)
{
	return fnv1a_update(FNV1A_OFFSET, s, strlen(s));
}

struct foreign_file *foreign_file(struct foreign *f, const char *path)
{
	char *full = f->directory ? path_normalize(f->directory, path) : xstrdup(path);
	uint64_t *at = u64_map_get_or_add(&f->by_path, hash_text(full));

	if (!*at) {
		ARRAY_GROW(f->v, f->n, f->room);
		f->v[f->n] = (struct foreign_file){ .path = xstrdup(full) };
		*at = ++f->n;
	}
	free(full);
	return &f->v[*at - 1];
}

/* Sums stop before they overflow. */
static uint64_t add(uint64_t a, uint64_t b)
{
	return a > INT64_MAX - 1 || b > INT64_MAX - 1 - a ? INT64_MAX - 1 : a + b;
}

void foreign_add_line(struct foreign_file *f, uint32_t line, uint64_t count)
{
	uint64_t *at = u64_map_get_or_add(&f->lines, line);

	*at = 1 + add(*at ? *at - 1 : 0, count);
}

struct foreign_function *foreign_function(struct foreign_file *f, const char *name)
{
	uint64_t *at = u64_map_get_or_add(&f->by_name, hash_text(name));

	if (!*at) {
		ARRAY_GROW(f->functions, f->n_functions, f->functions_room);
		f->functions[f->n_functions] = (struct foreign_function){ .name = xstrdup(name) };
		*at = ++f->n_functions;
	}
	return &f->functions[*at - 1];
}

void foreign_add_outcome(struct foreign_file *f, uint32_t line, uint64_t branch, uint64_t key,
			 bool executed, bool taken)
{
	const uint64_t name[] = { line, branch, key };
	uint64_t *at =
		u64_map_get_or_add(&f->by_outcome, fnv1a_update(FNV1A_OFFSET, name, sizeof(name)));

	if (!*at) {
		ARRAY_GROW(f->outcomes, f->n_outcomes, f->outcomes_room);
		f->outcomes[f->n_outcomes] =
			(struct foreign_outcome){ .line = line, .branch = branch };
		*at = ++f->n_outcomes;
	}
	f->outcomes[*at - 1].executed |= executed;
	f->outcomes[*at - 1].taken |= taken;
}

void foreign_free(struct foreign *f)
{
	for (size_t i = 0; i < f->n; i++) {
		for (size_t k = 0; k < f->v[i].n_functions; k++)
			free(f->v[i].functions[k].name);
		free(f->v[i].functions);
		free(f->v[i].outcomes);
		free(f->v[i].path);
		u64_map_free(&f->v[i].lines);
		u64_map_free(&f->v[i].by_name);
		u64_map_free(&f->v[i].by_outcome);
	}
	free(f->v);
	u64_map_free(&f->by_path);
	memset(f, 0, sizeof(*f));
}

bool foreign_is_lcov(const char *text)
{
	text += strspn(text, " \t\r\n");
	return starts_with(text, "TN:") || starts_with(text, "SF:");
}

bool foreign_is_gcovr(const char *text)
{
	text += strspn(text, " \t\r\n");
	return *text == '{' && strstr(text, "\"gcovr/format_version\"");
}

bool foreign_is_file(const char *path)
{
	char begin[BEGIN_BYTES + 1];
	struct stat st;
	FILE *f = !stat(path, &st) && S_ISREG(st.st_mode) ? fopen(path, "re") : NULL;
	size_t n = f ? fread(begin, 1, BEGIN_BYTES, f) : 0;

	if (f)
		fclose(f);
	begin[n] = 0;
	return foreign_is_lcov(begin) || foreign_is_gcovr(begin);
}

int foreign_read(struct foreign *f, const char *path, struct anycov_error *err)
{
	size_t n;
	char *text = text_file_read(path, &n);
	int status;

	if (!text)
		return anycov_error_set(err, "%s: cannot read: %s", path, strerror(errno));
	status = (foreign_is_lcov(text) ? foreign_read_lcov : foreign_read_gcovr)(f, path, text, n,
										  err);
	free(text);
	return status;
}
