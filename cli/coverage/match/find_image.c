/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "anycov/flags_file.h"
#include "coverage/match/find_image.h"
#include "coverage/match/flag_hits.h"
#include "image/image_index.h"

/* What a recording says of its image. */
struct wanted {
	const char *path;
	const unsigned char *build_id;
	size_t build_id_length;
	const struct string_list *directories;
	struct string_buffer tried; /* why no file is the image */
	/* The image without the map's functions, which strip removed, if no other is found. */
	struct instrumented_image *stripped;
};

static bool has_build_id(const struct instrumented_image *m, const unsigned char *id, size_t n)
{
	return m->img->build_id_length == n && !memcmp(m->img->build_id, id, n);
}

size_t image_by_build_id(const struct match_result *r, const unsigned char *id, size_t n)
{
	const uint64_t *known =
		n ? u64_map_find(&r->by_build_id, fnv1a_update(FNV1A_OFFSET, id, n)) : NULL;

	if (!known)
		return SIZE_MAX;
	if (has_build_id(r->images[*known], id, n))
		return *known;
	for (size_t i = 0; i < r->n_images; i++) /* two IDs with one hash */
		if (has_build_id(r->images[i], id, n))
			return i;
	return SIZE_MAX;
}

void add_image(struct match_result *r, struct instrumented_image *m)
{
	uint64_t hash = fnv1a_update(FNV1A_OFFSET, m->img->build_id, m->img->build_id_length);

	ARRAY_GROW(r->images, r->n_images, r->images_room);
	if (m->img->build_id_length && !u64_map_find(&r->by_build_id, hash))
		*u64_map_get_or_add(&r->by_build_id, hash) = r->n_images;
	r->images[r->n_images++] = m;
}

static void no_image(struct wanted *w, const char *path, const char *why)
{
	string_buffer_appendf(&w->tried, "%s%s %s", w->tried.n ? ", " : "", path, why);
}

/* Opens a file if it is the image.  Takes path. */
static struct instrumented_image *try_file(struct wanted *w, char *path)
{
	struct instrumented_image *m = NULL;
	struct anycov_error err;

	if (access(path, R_OK)) {
		no_image(w, path, "is missing");
	} else {
		m = instrumented_image_open(path, &err);
		if (!m)
			no_image(w, path, "is damaged or no ELF file");
		else if (!has_build_id(m, w->build_id, w->build_id_length))
			no_image(w, path, "is another build");
		if (m && !has_build_id(m, w->build_id, w->build_id_length)) {
			instrumented_image_close(m);
			m = NULL;
		}
	}
	free(path);
	if (!m || (m->map && m->map->n_functions))
		return m;
	if (w->stripped)
		instrumented_image_close(m);
	else
		w->stripped = m;
	return NULL;
}

static struct instrumented_image *try_indexed(struct wanted *w)
{
	struct instrumented_image *m = NULL;
	const char *found;

	for (size_t i = 0; !m; i++) {
		found = image_index_find(w->build_id, w->build_id_length, i);
		if (!found)
			break;
		m = try_file(w, xstrdup(found));
	}
	return m;
}

/*
 * Searches the directories of --image-path, for the path and for the build ID, then the path
 * itself, then what was built, for the build ID.
 */
static struct instrumented_image *try_paths(struct wanted *w)
{
	struct instrumented_image *m = NULL;

	for (size_t i = 0; i < w->directories->n && !m; i++) {
		const char *dir = w->directories->v[i];

		m = try_file(w, xasprintf("%s/%s", dir, w->path));
		if (!m)
			m = try_file(w, xasprintf("%s/%s", dir, base_name(w->path)));
	}
	if (!m)
		m = try_indexed(w);
	if (!m)
		m = try_file(w, xstrdup(w->path));
	/* Installed and stripped, or removed: the build tree may have it. */
	if (!m && w->build_id_length) {
		image_index_read_builds(w->path);
		m = try_indexed(w);
	}
	if (m)
		instrumented_image_close(w->stripped);
	else
		m = w->stripped;
	w->stripped = NULL;
	return m;
}

int find_image_of_flags(struct match_result *r, const struct flags_file *f,
			const struct string_list *directories, size_t *image,
			struct anycov_error *err)
{
	struct wanted w = { f->image, f->build_id, f->build_id_length, directories, { 0 }, NULL };
	struct instrumented_image *m;
	int status = 0;

	*image = image_by_build_id(r, f->build_id, f->build_id_length);
	if (*image != SIZE_MAX)
		return 0;
	m = try_file(&w, flags_image_beside(f->path));
	m = m ? m : try_paths(&w);
	if (m && flags_check_image(m, f->path, err)) {
		instrumented_image_close(m);
		status = IMAGE_STRIPPED;
	} else if (m) {
		*image = r->n_images;
		free(m->name);
		m->name = xstrdup(f->image);
		add_image(r, m);
	} else {
		anycov_error_set(err, "%s: no image: %s; add --image %s", f->path, w.tried.s,
				 base_name(f->image));
		status = IMAGE_NOT_FOUND;
	}
	free(w.tried.s);
	return status;
}

struct finding {
	struct match_result *r;
	const struct string_list *directories;
};

enum { MODULE_SEEN = 1, MODULE_HAS_NO_PROBES };

static uint64_t module_hash(const struct dump_module *module)
{
	uint64_t hash = fnv1a_update(FNV1A_OFFSET, module->build_id, module->build_id_length);

	return fnv1a_update(hash, module->path, strlen(module->path));
}

/* Returns whether a module is seen for the first time: a library of many dumps is read once. */
static bool is_new_module(struct match_result *r, const struct dump_module *module)
{
	uint64_t *seen = u64_map_get_or_add(&r->modules, module_hash(module));
	bool is_new = !*seen;

	if (is_new)
		*seen = MODULE_SEEN;
	return is_new;
}

bool module_has_no_probes(const struct match_result *r, const struct dump_module *module)
{
	const uint64_t *seen = u64_map_find(&r->modules, module_hash(module));

	return seen && *seen == MODULE_HAS_NO_PROBES;
}

static int on_module(void *ctx, const struct dump_module *module)
{
	struct finding *f = ctx;
	struct wanted w = {
		module->path, module->build_id, module->build_id_length, f->directories, { 0 }, NULL
	};
	struct instrumented_image *m;

	if (!w.build_id_length || !is_new_module(f->r, module) ||
	    image_by_build_id(f->r, w.build_id, w.build_id_length) != SIZE_MAX)
		return 0;
	m = try_paths(&w);
	if (m && count_probes(m)) {
		add_image(f->r, m);
	} else if (m) {
		*u64_map_get_or_add(&f->r->modules, module_hash(module)) = MODULE_HAS_NO_PROBES;
		instrumented_image_close(m);
	} else {
		string_list_add(&f->r->not_found, module->path);
		string_list_add(&f->r->not_found, w.tried.s);
	}
	free(w.tried.s);
	return 0;
}

int find_images_of_dump(struct match_result *r, const char *path,
			const struct string_list *directories, struct anycov_error *err)
{
	static const struct dump_visitor visitor = { .module = on_module };
	struct finding f = { r, directories };

	return dump_read(path, NULL, &visitor, &f, err);
}
