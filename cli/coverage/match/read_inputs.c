/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "coverage/match/find_image.h"
#include "coverage/match/flag_hits.h"
#include "coverage/match/read_inputs.h"
#include "coverage/infer/task_exit.h"
#include "image/image_index.h"
#include "image/linked.h"

struct inputs_reading {
	struct match_result *r;
	const struct input_options *o;
	size_t n_given;       /* images of the command line */
	size_t loaded;        /* the image that was read last, or SIZE_MAX */
	bool of_other_images; /* the last dump that failed is of none of the images */
	struct anycov_error err;
};

/* Returns the image of the command line that a named file is compared to, or SIZE_MAX. */
static size_t given_image(const struct inputs_reading *x, const struct flags_file *f)
{
	for (size_t i = 0; i < x->n_given; i++)
		if (!strcmp(base_name(x->r->images[i]->img->path), base_name(f->image)))
			return i;
	return x->n_given == 1 ? 0 : SIZE_MAX;
}

/* Loads an image, and unloads the one before. */
static int load(struct inputs_reading *x, size_t image)
{
	if (x->loaded != SIZE_MAX && x->loaded != image)
		match_unload(x->r, x->r->images[x->loaded]);
	x->loaded = image;
	return instrumented_image_load(x->r->images[image], &x->err);
}

static int read_flags(struct inputs_reading *x, struct input *in)
{
	struct flags_file f;
	size_t image;
	int status = flags_file_read(in->path, &f, &x->err);

	if (status)
		return status;
	image = image_by_build_id(x->r, f.build_id, f.build_id_length);
	/* An image that was given by name must be the right one. */
	if (image == SIZE_MAX && in->named)
		image = given_image(x, &f);
	if (image == SIZE_MAX)
		status = find_image_of_flags(x->r, &f, x->o->directories, &image, &x->err);
	/* What a stripped image executed may be in others, too. */
	x->of_other_images = status == IMAGE_NOT_FOUND;
	if (!status)
		status = load(x, image);
	if (!status)
		status = flags_apply(x->r->images[image], &f, x->o->force, &x->err);
	in->image = image;
	flags_file_free(&f);
	return status;
}

static int read_dump(struct inputs_reading *x, const struct input *in)
{
	/* Images of a named dump are added only if none is given, as they may be many. */
	if (!x->o->raw.word_bytes && (!in->named || !x->n_given) &&
	    find_images_of_dump(x->r, in->path, x->o->directories, &x->err))
		return -1;
	if (!match_dump(x->r, in->path, &x->o->raw, &x->err))
		return 0;
	x->of_other_images = x->r->of_other_images;
	return -1;
}

int read_input_again(struct match_result *r, const struct input *in, const struct input_options *o,
		     struct anycov_error *err)
{
	struct flags_file f;
	int status;

	if (!in->is_flags)
		return match_dump(r, in->path, &o->raw, err);
	if (in->image == SIZE_MAX)
		return anycov_error_set(err, "%s: of no image", in->path);
	if (flags_file_read(in->path, &f, err))
		return -1;
	status = flags_apply(r->images[in->image], &f, o->force, err);
	flags_file_free(&f);
	return status;
}

/* Images stay open until the report is written. */
static void raise_limit_of_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static uint64_t hash_name(const struct input *in)
{
	const char *name = base_name(in->path);

	return fnv1a_update(FNV1A_OFFSET, name, strlen(name));
}

/*
 * Returns the order to read inputs in: files of flags with one name, which are of one image, one
 * after the other, so that it is loaded once.  To be freed.
 */
static size_t *order_inputs(const struct inputs *in)
{
	size_t *order = xcalloc(in->n, sizeof(*order)), *next = xcalloc(in->n, sizeof(*next)),
	       n = 0;
	struct u64_map last = { 0 }; /* hash of a name -> index + 1 of the last one */
	bool *follows = xcalloc(in->n, sizeof(*follows));

	for (size_t i = 0; i < in->n; i++) {
		uint64_t *of_name;

		if (!in->v[i].is_flags)
			continue;
		of_name = u64_map_get_or_add(&last, hash_name(&in->v[i]));
		follows[i] = *of_name;
		if (follows[i])
			next[*of_name - 1] = i;
		*of_name = i + 1;
	}
	for (size_t i = 0; i < in->n; i++) {
		size_t k = i;

		if (follows[i])
			continue;
		do {
			order[n++] = k;
			k = next[k];
		} while (k);
	}
	u64_map_free(&last);
	free(follows);
	free(next);
	return order;
}

/* Names programs that were built again between recordings. */
static void name_rebuilt(const struct match_result *r)
{
	struct u64_map builds = { 0 };

	for (size_t i = 0; i < r->n_images; i++) {
		const struct instrumented_image *m = r->images[i];
		uint64_t hash = fnv1a_update(FNV1A_OFFSET, m->name, strlen(m->name));

		if (m->records.flag_files && ++*u64_map_get_or_add(&builds, hash) == 2)
			warn("%s: there are recordings of several builds; lines are merged where "
			     "a source is the same in them, else it is named, and one build's are "
			     "shown: record again without --append",
			     m->name);
	}
	u64_map_free(&builds);
}

int read_inputs(struct match_result *r, struct inputs *in, const struct input_options *o)
{
	struct inputs_reading x = { .r = r, .o = o, .n_given = r->n_images, .loaded = SIZE_MAX };
	size_t *order = order_inputs(in);
	int status = EXIT_OK;

	image_index_set(o->directories, o->no_build);
	if (in->has_directory)
		raise_limit_of_files();
	for (size_t i = 0; i < in->n && status == EXIT_OK; i++) {
		struct input *one = &in->v[order[i]];

		progress("reading", i, in->n);
		x.of_other_images = false;
		if (!(one->is_flags ? read_flags(&x, one) : read_dump(&x, one)))
			continue;
		if (one->named) {
			status = input_error("%s", x.err.text);
			continue;
		}
		warn("%s; the file was skipped", x.err.text);
		r->skipped++;
		r->unread += !x.of_other_images;
	}
	free(order);
	if (status != EXIT_OK)
		return status;
	task_exits_look(r);
	name_rebuilt(r);
	warn_of_unlinked(&in->unlinked);
	r->unlinked = in->unlinked.n;
	for (size_t i = 0; i < r->n_images; i++)
		r->images[i]->records.skipped = r->unread;
	if (in->n + in->unlinked.n && r->skipped == in->n)
		return input_error("nothing could be read");
	return EXIT_OK;
}
