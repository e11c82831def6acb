/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Compares two recordings: dumps by addresses or with images by functions and lines, files of flags
 * and directories by functions and lines.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/args.h"
#include "cmd/command.h"
#include "dump/dump_set.h"
#include "dump/inputs.h"
#include "cmd/diff_sources.h"
#include "cmd/source_map_args.h"

/* Prints the addresses in `have` that are not in `other` (may be NULL). */
static size_t print_words(const struct u64_map *have, const struct u64_map *other, char sign,
			  const char *what, const char *path)
{
	uint64_t *v = u64_map_sorted(have);
	size_t n = 0;

	for (size_t i = 0; i < u64_map_count(have); i++) {
		if (other && u64_map_find(other, v[i]))
			continue;
		printf("%c %s0x%" PRIx64 "%s", sign, what, v[i], *path ? " " : "");
		print_sanitized(stdout, path);
		putchar('\n');
		n++;
	}
	free(v);
	return n;
}

static size_t print_missing(const struct dump_set_module *have, const struct dump_set_module *other,
			    char sign)
{
	return print_words(&have->pcs, other ? &other->pcs : NULL, sign, "", have->path) +
	       print_words(&have->counters, other ? &other->counters : NULL, sign, "counter ",
			   have->path) +
	       print_words(&have->edges, other ? &other->edges : NULL, sign, "edge ", have->path);
}

static const struct dump_set_module *same_module(const struct dump_set *g,
						 const struct dump_set_module *m)
{
	for (size_t i = 0; i < g->n; i++)
		if (!dump_set_compare(&g->v[i], m))
			return &g->v[i];
	return NULL;
}

/* Returns a module of which both have records of different builds and none of the same, or NULL. */
static const char *other_build(const struct dump_set *a, const struct dump_set *b)
{
	const char *found = NULL;

	for (size_t i = 0; i < b->n; i++) {
		if (same_module(a, &b->v[i]))
			return NULL;
		for (size_t k = 0; k < a->n && !found && *b->v[i].path; k++)
			if (!strcmp(a->v[k].path, b->v[i].path))
				found = b->v[i].path;
	}
	return found;
}

static void print_addresses(const struct dump_set *a, const struct dump_set *b,
			    struct diff_totals *t)
{
	for (size_t i = 0; i < b->n; i++)
		t->gained += print_missing(&b->v[i], same_module(a, &b->v[i]), '+');
	for (size_t i = 0; i < a->n; i++)
		t->lost += print_missing(&a->v[i], same_module(b, &a->v[i]), '-');
	printf("%zu %s newly covered, %zu no longer covered\n", t->gained,
	       plural(t->gained, "address", "addresses"), t->lost);
}

static int diff_addresses(const struct string_list *files, struct diff_totals *t)
{
	struct dump_set a = { 0 }, b = { 0 };
	struct anycov_error err;
	int status = EXIT_OK;
	const char *builds;

	if (dump_set_add(&a, files->v[0], &err) || dump_set_add(&b, files->v[1], &err))
		status = input_error("%s", err.text);
	if (status == EXIT_OK) {
		dump_set_sort(&a);
		dump_set_sort(&b);
		builds = other_build(&a, &b);
		if (builds)
			status = input_error("%s, %s: of two builds of %s, whose addresses mean "
					     "different code; name both images with --image, to "
					     "compare lines",
					     files->v[0], files->v[1], builds);
		else
			print_addresses(&a, &b, t);
	}
	dump_set_free(&a);
	dump_set_free(&b);
	return status;
}

/* Returns whether any of them is a directory or a file of flags. */
static bool any_has_images(const struct string_list *files)
{
	struct anycov_error err;
	bool found = false;

	for (size_t i = 0; i < files->n; i++) {
		struct inputs in = { 0 };

		found = found || inputs_add(&in, files->v[i], &err) || in.has_directory ||
			inputs_have_flags(&in);
		inputs_free(&in);
	}
	return found;
}

static int diff(const struct diff_options *o, const struct string_list *files,
		struct diff_totals *t)
{
	if (o->images.n || any_has_images(files))
		return diff_sources(files->v[0], files->v[1], o, t);
	if (o->load_options.modules.n || o->load_options.kaslr)
		return usage_error("--module and --kaslr require --image");
	if (o->sources.n)
		return usage_error("--source-map requires --image");
	if (o->old)
		return usage_error("--old requires --image");
	return diff_addresses(files, t);
}

int cmd_diff(int argc, char **argv)
{
	struct diff_options o = { 0 };
	struct string_list files = { 0 };
	struct diff_totals t = { 0 };
	bool gate = false;
	const struct arg table[] = {
		{ ARG_WORDS, 0, "image", "ELF", &o.images,
		  "instrumented ELF file, to compare functions and lines" },
		{ ARG_WORDS, 0, "image-path", "DIR", &o.image_path,
		  "search images in DIR, too; may be repeated" },
		LOAD_OPTIONS(&o.load_options),
		SOURCE_MAP_ARG(&o.sources),
		{ ARG_TEXT, 0, "old", "REF", &o.old,
		  "commit that A was built from: its lines are followed to\n"
		  "where they are in the working tree" },
		{ ARG_FLAG, 0, "fail-on-loss", NULL, &gate,
		  "exit 1 if A covers anything that B does not" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"A and B are dumps, files of flags, or directories of 'anycov run'.  Dumps "
		"without\n"
		"--image are compared by addresses, all else by functions and lines: '-' is\n"
		"covered by A alone, '*' new in B and not covered, '+' covered by B alone.  Of "
		"two\n"
		"builds lines are followed by git's diff: with --old, or if the texts of both "
		"are\n"
		"there, as files or as copies that 'anycov cc' kept.\n";
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &files, NULL);

	if (status < 0 && files.n != 2)
		status = usage_error(
			"give two dumps, for example: anycov diff before.dump after.dump");
	if (status < 0)
		status = source_map_check(&o.sources);
	if (status < 0)
		status = diff(&o, &files, &t);
	if ((status == EXIT_OK || status == EXIT_INCOMPLETE) && gate &&
	    (t.lost || t.functions_lost))
		status = input_error("%s: lacks coverage that %s has (--fail-on-loss)", files.v[1],
				     files.v[0]);
	string_list_free(&o.images);
	string_list_free(&o.image_path);
	string_list_free(&o.load_options.modules);
	string_list_free(&o.sources);
	string_list_free(&files);
	return status;
}
