/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Names of images in reports for people. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/paths.h"
#include "base/u64_map.h"
#include "output/output.h"

#define ID_BYTES 4u /* of a build ID */

char *image_name(const char *path)
{
	/* What is no path is a number of images. */
	char *name = *path == '/' ? path_normalize(NULL, path) : xstrdup(path);
	char *here = getcwd(NULL, 0), *shorter = NULL;
	const char *below = path_below(here, name);

	if (below)
		shorter = xstrdup(below);
	free(here);
	if (!shorter)
		return name;
	free(name);
	return shorter;
}

static uint64_t key(const char *path)
{
	return fnv1a_update(FNV1A_OFFSET, path, strlen(path));
}

/* Appends the beginning of the build ID, which tells builds of one path apart. */
static char *with_build_id(char *name, const struct image *img)
{
	char id[2 * ID_BYTES + 1] = "";
	char *all;

	for (unsigned i = 0; i < ID_BYTES && i < img->build_id_length; i++)
		snprintf(id + 2 * i, sizeof(id) - 2 * i, "%02x", img->build_id[i]);
	if (!*id)
		return name;
	all = xasprintf("%s (%s)", name, id);
	free(name);
	return all;
}

void image_names(const struct coverage *c, struct string_list *names)
{
	struct u64_map known = { 0 };

	for (size_t i = 0; i < c->n_parts; i++)
		++*u64_map_get_or_add(&known, key(c->parts[i]->image));
	for (size_t i = 0; i < c->n_parts; i++) {
		const struct coverage *part = c->parts[i];
		char *name = image_name(part->image);

		if (*u64_map_find(&known, key(part->image)) > 1 && part->instrumented->img)
			name = with_build_id(name, part->instrumented->img);
		string_list_add_owned(names, name);
	}
	u64_map_free(&known);
}
