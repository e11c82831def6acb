/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The functions that people call: they act on all images of the process. */
#include <errno.h>
#include <sys/mman.h>
#include "anycov/anycov.h"
#include "set.h"

#define PUBLIC __attribute__((weak, visibility("hidden")))

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg)
	__attribute__((weak));

struct walk {
	int (*fn)(struct set_image *image, struct set_state *s, void *arg);
	void *arg;
	int err;
	struct set_image image;
};

static int visit(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct walk *w = arg;
	struct set_note note;

	if (!set_find_startup(info, &note) || note.stop <= note.start)
		return 0;
	set_image_init(&w->image, (unsigned char *)(uintptr_t)note.start,
		       (size_t)(note.stop - note.start));
	set_take_loaded(info, size, &w->image);
	w->err = w->fn(&w->image, (struct set_state *)(uintptr_t)note.state, w->arg);
	return w->err;
}

int set_for_each_image(int (*fn)(struct set_image *, struct set_state *, void *), void *arg)
{
	struct walk walk = { .fn = fn, .arg = arg }, *w = &walk;
	unsigned char *flags;
	size_t n;

	if (dl_iterate_phdr) {
		dl_iterate_phdr(visit, w);
		return w->err;
	}
	flags = set_flags(&n);
	if (n) {
		set_find_self(&w->image, flags, n);
		w->err = w->fn(&w->image, &anycov_set_state, w->arg);
	}
	return w->err;
}

static uint64_t count_started(const struct set_state *s)
{
	return s->head ? __atomic_load_n(&s->head->n_started, __ATOMIC_SEQ_CST) : 0;
}

/* The caller's calls go on after this one; those of others may be at any instruction. */
static void note_reset(struct set_state *s, int is_only_thread, uint64_t started)
{
	uint64_t others = 0;

	if (s->head)
		others = started - __atomic_load_n(&s->head->n_ended, __ATOMIC_RELAXED) - 1;
	s->was_reset |= ANYCOV_FLAGS_CLEARED;
	if (others || !is_only_thread)
		s->was_reset |= ANYCOV_FLAGS_CLEARED_ANYWHERE;
	/* First, so that no reader sees cleared flags without it. */
	if (s->head)
		__atomic_fetch_or(&s->head->how, (uint32_t)s->was_reset, __ATOMIC_SEQ_CST);
}

static int reset(struct set_image *image, struct set_state *s, void *arg)
{
	uint64_t started = 0;

	if (s->version == SET_STATE_VERSION) {
		started = count_started(s);
		note_reset(s, *(int *)arg, started);
	}
	set_clear(image->flags, image->n);
	if (s->version == SET_STATE_VERSION)
		set_clear_lanes(s);
	/* What another process stored since it started may be cleared, too. */
	if (s->version == SET_STATE_VERSION && count_started(s) != started)
		note_reset(s, 0, started);
	if (s->version == SET_STATE_VERSION && s->copy)
		set_clear(s->copy, image->n);
	if (s->version == SET_STATE_VERSION)
		set_rearm_traps(s);
	return 0;
}

PUBLIC void anycov_set_reset(void)
{
	int is_only_thread = set_is_only_thread(1);

	set_for_each_image(reset, &is_only_thread);
}

/* Writes a file of the flags of all processes.  Returns 0 or a negative error number. */
static int write_snapshot(const struct set_image *image, const struct set_state *s, int dir,
			  const struct anycov_flags_head *counts)
{
	unsigned char *flags = NULL;
	int err;

	if (s && s->n_lanes) {
		flags = set_mmap(NULL, image->n, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (set_failed(flags))
			return -ENOMEM;
		set_add_lanes(s, flags);
	}
	err = set_write_file(image, dir, counts, flags ? flags : image->flags);
	if (flags)
		set_munmap(flags, image->n);
	return err;
}

/* Returns 0 or a negative ANYCOV_E* number. */
static int snapshot(struct set_image *image, struct set_state *s, void *arg)
{
	int dir = *(int *)arg;
	struct anycov_flags_head one = { .n_started = 1, .how = ANYCOV_FLAGS_MAPPED };
	const struct anycov_flags_head *head = NULL;
	int is_known = s->version == SET_STATE_VERSION, err;

	if (is_known) {
		head = s->head;
		one.how |= (uint32_t)s->was_reset;
	}
	if (!image->file[0])
		set_identify(image);
	if (!image->file[0])
		return ANYCOV_EINVAL;
	set_write_image(image, dir);
	err = write_snapshot(image, is_known ? s : NULL, dir, head ? head : &one);
	return err == -EEXIST ? ANYCOV_EINVAL : err ? ANYCOV_EIO : 0;
}

PUBLIC int anycov_set_snapshot(const char *path)
{
	int dir = set_open_directory(path, 1), err;

	if (dir < 0)
		return ANYCOV_EIO;
	err = set_for_each_image(snapshot, &dir);
	set_close(dir);
	return err;
}
