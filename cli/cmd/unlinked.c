/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "base/paths.h"
#include "build/build_list.h"
#include "cmd/unlinked.h"

/* Returns the path of the directory that has a file, without the last slash; to be freed. */
static char *directory_of(const char *path)
{
	return xstrndup(path, (size_t)(base_name(path) - path - 1));
}

/* Returns the directory of the list of a file's build, or NULL (also: "/"); to be freed. */
static char *tree_of(const char *path)
{
	char *directory = directory_of(path), *list = build_list_above(directory);
	char *tree = list ? directory_of(list) : NULL;

	if (tree && !*tree) {
		free(tree);
		tree = NULL;
	}
	free(list);
	free(directory);
	return tree;
}

static bool is_in_tree(const struct string_list *paths, const char *tree)
{
	for (size_t i = 0; i < paths->n; i++)
		if (path_below(tree, paths->v[i]))
			return true;
	return false;
}

/* Warns once of n images of a build that do not record, and of which nothing ran. */
static void warn_of_tree(const char *tree, const char *first, size_t n)
{
	warn("%s: nothing of this build was recorded; %zu %s linked without anycov, such as %s; if "
	     "this command ran %s, link with 'anycov cc' (" LINKER_LAUNCHERS
	     "), else remove the directory",
	     tree, n, plural(n, "image in it was", "images in it were"), first,
	     plural(n, "it", "them"));
}

/*
 * Adds, of images that are merely below the current directory, those whose build has others that
 * were recorded: a tree that is left from another build is no reason to doubt a report.
 */
static void take_near(struct string_list *unlinked, const struct string_list *near,
		      const struct recorded *images)
{
	struct string_list trees = { 0 }, recorded = { 0 };

	for (size_t i = 0; i < images->images.n; i++) {
		char *real = realpath(images->images.v[i], NULL);

		if (real)
			string_list_add_owned(&recorded, real);
	}
	for (size_t i = 0; i < near->n; i++) {
		char *tree = images->images.n ? tree_of(near->v[i]) : NULL;

		if (tree && is_in_tree(&recorded, tree)) {
			free(tree);
			tree = NULL;
		}
		if (!tree)
			string_list_add(unlinked, near->v[i]);
		string_list_add_owned(&trees, tree ? tree : xstrdup(""));
	}
	for (size_t i = 0; i < near->n; i++) {
		size_t same = 0, before = 0;

		for (size_t k = 0; k < near->n; k++)
			if (!strcmp(trees.v[k], trees.v[i])) {
				same++;
				before += k < i;
			}
		if (*trees.v[i] && !before)
			warn_of_tree(trees.v[i], near->v[i], same);
	}
	string_list_free(&trees);
	string_list_free(&recorded);
}

size_t unlinked_warn(const char *directory, const char *program, const struct linked *l,
		     const struct recorded *images)
{
	struct string_list unlinked = { 0 }, near = { 0 };
	struct u64_map seen = { 0 };
	size_t n;

	if (program)
		find_unlinked(program, &seen, &unlinked);
	for (size_t i = 0; i < images->images.n; i++)
		find_unlinked(images->images.v[i], &seen, &unlinked);
	/* What it ran is probably below. */
	if (!l->has_map)
		find_unlinked_below(".", &seen, &near);
	take_near(&unlinked, &near, images);
	n = unlinked.n;
	warn_of_unlinked(&unlinked);
	for (size_t i = 0; i < n; i++)
		record_unlinked(directory, unlinked.v[i]);
	u64_map_free(&seen);
	string_list_free(&unlinked);
	string_list_free(&near);
	return n;
}
