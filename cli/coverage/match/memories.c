/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include "coverage/match/flag_hits.h"
#include "coverage/match/memories.h"

/* Adds the flags in a copy, and notes which images it is of. */
static int apply(struct match_result *r, const char *word, const struct load_offset *offset,
		 bool force, bool *has, struct anycov_error *err)
{
	struct anycov_error first = { 0 }, other = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < r->n_images; i++) {
		struct anycov_error *to = i ? &other : &first;

		if (instrumented_image_load(r->images[i], err))
			return -1;
		if (flags_apply_memory(r->images[i], word, offset, force, to))
			continue;
		has[i] = true;
		n++;
	}
	if (n)
		return 0;
	if (r->n_images == 1)
		return anycov_error_set(err, "%s", first.text);
	return anycov_error_set(err, "%s: contains the flags of none of %zu images; as for %s: %s",
				word, r->n_images, r->images[0]->img->path, first.text);
}

int memories_apply(struct match_result *r, const struct string_list *words,
		   const struct load_offset *offset, bool force, struct anycov_error *err)
{
	bool *has = xcalloc(r->n_images + 1, sizeof(*has));
	int status = 0;

	for (size_t i = 0; i < words->n && !status; i++)
		status = apply(r, words->v[i], offset, force, has, err);
	for (size_t i = 0; words->n && i < r->n_images && !status; i++)
		if (!has[i])
			status = anycov_error_set(err,
						  "%s: no --memory contains its flags; give a copy "
						  "of its memory, too",
						  r->images[i]->img->path);
	free(has);
	return status;
}
