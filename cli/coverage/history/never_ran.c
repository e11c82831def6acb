/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "coverage/history/never_ran.h"
#include "coverage/match/find_image.h"
#include "coverage/model/merge_images.h"
#include "coverage/model/source_text.h"
#include "image/linked.h"

enum file_kind { FILE_GONE, FILE_OTHER, FILE_OBJECT, FILE_LTO_OBJECT, FILE_IMAGE, FILE_UNLINKED };

struct adding {
	struct match_result *r;
	struct build_list list;
	struct function_keys built;    /* in files of the list */
	struct u64_map recorded_paths; /* hash -> index + 1 of the image */
	bool *is_listed;               /* of the recorded images */
	bool *is_built;                /* the same: a file of the list has the build ID */
	size_t n_recorded;
};

static uint64_t hash_text(const char *s)
{
	return fnv1a_update(FNV1A_OFFSET, s, strlen(s));
}

static enum file_kind kind_of(const char *path)
{
	unsigned char begin[sizeof(Elf64_Ehdr)] = { 0 };
	enum file_kind kind = FILE_OTHER;
	struct linked l;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return FILE_GONE;
	n = read(fd, begin, sizeof(begin));
	close(fd);
	if (n >= 4 && (!memcmp(begin, "BC\xc0\xde", 4) || !memcmp(begin, "\xde\xc0\x17\x0b", 4)))
		return FILE_LTO_OBJECT;
	if (n < (ssize_t)sizeof(begin) || memcmp(begin, ELFMAG, SELFMAG))
		return FILE_OTHER;
	linked_read(&l, path);
	if (l.is_image && l.has_flags)
		kind = l.has_startup ? FILE_IMAGE : FILE_UNLINKED;
	else if (begin[16] + begin[17] == ET_REL) /* in either byte order */
		kind = l.has_map || l.is_cut ? FILE_OBJECT
		       : l.has_lto           ? FILE_LTO_OBJECT
					     : FILE_OTHER;
	linked_free(&l);
	return kind;
}

/* Adds a file that has code of which nothing was recorded; else closes it, and returns false. */
static bool add_if_new(struct adding *a, struct instrumented_image *m, bool never_ran)
{
	bool is_new = match_add_keys(a->r, m);

	/* What did not run may have run in an image that could not record. */
	if (!is_new && never_ran) {
		instrumented_image_close(m);
		return false;
	}
	m->records.never_ran = never_ran;
	m->records.skipped = a->r->unread;
	a->r->n_never_ran += never_ran;
	add_image(a->r, m);
	match_unload(a->r, m);
	return true;
}

/* Opens a file; a damaged one is named, and makes the report incomplete. */
static struct instrumented_image *open_built(struct adding *a, const char *path)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);

	if (!m) {
		warn("%s; what it contains is missing in the report", err.text);
		a->r->skipped_built++;
	} else if (!m->map || !m->map->n_flags) { /* with hooks alone: dumps are of it */
		instrumented_image_close(m);
		m = NULL;
	}
	return m;
}

static void add_file(struct adding *a, const char *path, bool never_ran)
{
	struct instrumented_image *m = open_built(a, path);

	if (!m)
		return;
	function_keys_add(&a->built, m);
	add_if_new(a, m, never_ran);
}

/* Notes the builds that were recorded of a path on the list: the file may be another by now, or
 * gone. */
static void note_listed(struct adding *a, const char *path)
{
	if (!u64_map_find(&a->recorded_paths, hash_text(path)))
		return;
	for (size_t i = 0; i < a->n_recorded; i++)
		if (!strcmp(a->r->images[i]->name, path))
			a->is_listed[i] = true;
}

static size_t image_of_program(const struct match_result *r, const char *path)
{
	struct linked l;
	size_t known;

	linked_read(&l, path);
	known = image_by_build_id(r, l.build_id, l.build_id_length);
	linked_free(&l);
	return known;
}

static void add_program(struct adding *a, const char *path)
{
	const bool recorded = u64_map_find(&a->recorded_paths, hash_text(path)) != NULL;
	size_t known = image_of_program(a->r, path);
	struct instrumented_image *m;

	if (known < a->n_recorded)
		a->is_listed[known] = a->is_built[known] = true;
	m = known == SIZE_MAX ? open_built(a, path) : NULL;
	if (!m)
		return;
	function_keys_add(&a->built, m);
	if (add_if_new(a, m, true) && recorded) {
		a->r->rebuilt++;
		warn("%s: was recorded before the last build; what it contains now is not covered "
		     "until it runs",
		     path);
	}
}

/* Images that could not record may have run any of their code. */
static void add_unlinked(struct adding *a, const struct string_list *unlinked)
{
	for (size_t i = 0; i < unlinked->n; i++)
		if (!access(unlinked->v[i], R_OK))
			add_file(a, unlinked->v[i], false);
}

/* What a build removed again, such as configure's tests, is not counted. */
static void add_files(struct adding *a, const struct string_list *unlinked)
{
	const struct build_list *b = &a->list;
	enum file_kind *kinds = xcalloc(b->n_files, sizeof(*kinds));

	for (size_t i = 0; i < b->n_files; i++) {
		kinds[i] = kind_of(b->files[i].path);
		note_listed(a, b->files[i].path);
	}
	add_unlinked(a, unlinked);
	for (size_t i = 0; i < b->n_files; i++)
		if (kinds[i] == FILE_UNLINKED)
			add_file(a, b->files[i].path, false);
	/* Images before objects: of what they contain, objects add nothing. */
	for (size_t i = 0; i < b->n_files; i++)
		if (kinds[i] == FILE_IMAGE)
			add_program(a, b->files[i].path);
	for (size_t i = 0; i < b->n_files; i++) {
		progress("reading objects", i, b->n_files);
		if (kinds[i] == FILE_OBJECT && !b->files[i].reason)
			add_file(a, b->files[i].path, true);
		else if (kinds[i] == FILE_LTO_OBJECT)
			a->r->built_lto++;
		else if (kinds[i] == FILE_OTHER && b->files[i].reason && !a->r->built_plain++)
			a->r->built_plain_example =
				xasprintf("%s: %s", b->files[i].path, b->files[i].reason);
	}
	free(kinds);
}

/* Returns whether a recorded image has code of a file. */
static bool shares_code(const struct adding *a, const char *path)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);
	const bool shares = m && function_keys_share(a->r->keys, m);

	instrumented_image_close(m);
	return shares;
}

/*
 * Returns whether what was recorded is of the build that the lists are of.  The list of a directory
 * above may be of another one.
 */
static bool is_of_recording(const struct adding *a)
{
	const struct build_list *b = &a->list;

	for (size_t i = 0; i < b->n_files; i++)
		if (u64_map_find(&a->recorded_paths, hash_text(b->files[i].path)))
			return true;
	for (size_t i = 0; i < b->n_files; i++) {
		enum file_kind kind = kind_of(b->files[i].path);

		if ((kind == FILE_IMAGE &&
		     image_of_program(a->r, b->files[i].path) < a->n_recorded) ||
		    ((kind == FILE_IMAGE || kind == FILE_OBJECT) &&
		     shares_code(a, b->files[i].path)))
			return true;
	}
	return false;
}

/* Adds a recorded image to what was built.  Returns whether it has other functions. */
static bool add_recorded(struct adding *a, size_t image)
{
	struct instrumented_image *m = a->r->images[image];
	struct anycov_error err;
	bool is_new;

	if (instrumented_image_load(m, &err)) /* the report fails there, too */
		return false;
	is_new = function_keys_add(&a->built, m);
	match_unload(a->r, m);
	return is_new;
}

/* Names recorded images that are on no list and have code that nothing on a list has. */
static void name_unlisted(struct adding *a)
{
	size_t n_listed = 0;

	for (size_t i = 0; i < a->n_recorded; i++)
		n_listed += a->is_listed[i];
	for (size_t i = 0; i < a->n_recorded && n_listed < a->n_recorded; i++)
		if (a->is_built[i])
			add_recorded(a, i);
	for (size_t i = 0; i < a->n_recorded; i++) {
		if (a->is_listed[i] || !add_recorded(a, i))
			continue;
		warn("%s: was recorded, and 'anycov cc' did not make it in this build tree: what "
		     "belongs to it and was not linked is not counted",
		     a->r->images[i]->name);
		a->r->unlisted++;
	}
}

/*
 * Adds a list.  One that was found may be of another tree: it is named and not counted if it cannot
 * be used, and only if it is this user's something is missing.
 */
static int add_one_list(struct adding *a, const char *path, bool named)
{
	struct anycov_error err;
	int status = build_list_read(&a->list, path, named, &err);

	if (status && named)
		return input_error("%s", err.text);
	if (status)
		warn("%s; the list is not counted (--no-build looks for none)", err.text);
	a->r->skipped_built += status < 0;
	return EXIT_OK;
}

static int add_lists(struct adding *a, const struct string_list *lists, bool named)
{
	struct u64_map seen = { 0 };
	int status = EXIT_OK;

	for (size_t i = 0; i < lists->n && status == EXIT_OK; i++) {
		uint64_t *known = u64_map_get_or_add(&seen, hash_text(lists->v[i]));

		if (!(*known)++)
			status = add_one_list(a, lists->v[i], named);
	}
	u64_map_free(&seen);
	return status;
}

/* Adds the list of the tree that a file is in. */
static void add_list_of(struct string_list *lists, const char *path)
{
	char *directory = xstrndup(path, (size_t)(base_name(path) - path)), *list = NULL;

	if (directory[0] == '/' && directory[1]) {
		directory[strlen(directory) - 1] = 0;
		list = build_list_above(directory);
	}
	if (list)
		string_list_add_owned(lists, list);
	free(directory);
}

/*
 * Finds the list of the current directory's tree if an image that was recorded is in that tree,
 * else those of the trees of the images.
 */
static void find_lists(const struct match_result *r, struct string_list *lists)
{
	char *cwd = getcwd(NULL, 0), *here = cwd ? build_list_above(cwd) : NULL;
	size_t tree = here ? strlen(here) - strlen(BUILD_LIST_NAME) : 0;
	bool is_of_images = false;

	for (size_t i = 0; i < r->n_images && here; i++)
		is_of_images |= !strncmp(r->images[i]->name, here, tree);
	if (is_of_images)
		string_list_add(lists, here);
	for (size_t i = 0; i < r->n_images && !is_of_images; i++)
		add_list_of(lists, r->images[i]->name);
	if (here && !lists->n) /* images that were installed */
		string_list_add(lists, here);
	free(here);
	free(cwd);
}

static int read_lists(struct adding *a, const struct built_options *o)
{
	struct string_list lists = { 0 };
	int status = EXIT_OK;

	for (size_t i = 0; i < o->directories->n && status == EXIT_OK; i++) {
		char *real = realpath(o->directories->v[i], NULL);
		char *path = xasprintf("%s/" BUILD_LIST_NAME, real ? real : o->directories->v[i]);

		if (access(path, F_OK))
			status = input_error("%s: no list of 'anycov cc'; name the root of a build "
					     "tree with --build",
					     path);
		string_list_add_owned(&lists, path);
		free(real);
	}
	if (!o->directories->n)
		find_lists(a->r, &lists);
	if (status == EXIT_OK)
		status = add_lists(a, &lists, o->directories->n);
	string_list_free(&lists);
	return status;
}

void built_use_copies(const struct match_result *r, const struct string_list *directories)
{
	struct string_list lists = { 0 };

	for (size_t i = 0; i < directories->n; i++)
		string_list_add_owned(&lists, xasprintf("%s/" BUILD_LIST_NAME, directories->v[i]));
	if (!lists.n)
		find_lists(r, &lists);
	for (size_t i = 0; i < lists.n; i++)
		source_text_use_copies(lists.v[i], directories->n);
	string_list_free(&lists);
}

int built_add(struct match_result *r, const struct built_options *o)
{
	struct adding a = { .r = r, .n_recorded = r->n_images };
	int status = read_lists(&a, o);

	if (status == EXIT_OK && a.list.lists.n) {
		build_list_finish(&a.list);
		a.is_listed = xcalloc(r->n_images, sizeof(*a.is_listed));
		a.is_built = xcalloc(r->n_images, sizeof(*a.is_built));
		for (size_t i = 0; i < r->n_images; i++) {
			match_add_keys(r, r->images[i]);
			*u64_map_get_or_add(&a.recorded_paths, hash_text(r->images[i]->name)) =
				i + 1;
		}
		if (o->directories->n || o->unlinked->n || is_of_recording(&a)) {
			add_files(&a, o->unlinked);
			name_unlisted(&a);
			r->build_list = xstrdup(a.list.lists.v[0]);
		} else {
			warn("%s: lists nothing of what was recorded, and is not counted; --build "
			     "counts it",
			     a.list.lists.v[0]);
		}
		free(a.is_listed);
		free(a.is_built);
	}
	function_keys_free(&a.built);
	u64_map_free(&a.recorded_paths);
	build_list_free(&a.list);
	return status;
}
