/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The functions that people call: they act on all images of the process. */
#include <errno.h>
#include "anycov/anycov.h"
#include "set.h"

#define PUBLIC __attribute__((weak, visibility("hidden")))

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg)
	__attribute__((weak));

struct walk {
	/* Returns 0 or a negative ANYCOV_E* number, which ends the walk. */
	int (*fn)(struct set_image *image, struct set_state *s, int dir);
	int dir;
	int err;
	struct set_image image;
};

/* Returns the addresses in the note of a startup object, or 0. */
static int find_note(const struct dl_phdr_info *info, struct set_note *addresses)
{
	const struct set_note *relative;
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		size_t n;

		if (ph->p_type != PT_NOTE)
			continue;
		relative = set_find_note((const void *)(info->dlpi_addr + ph->p_vaddr), ph->p_memsz,
					 ph->p_align, ANYCOV_FLAGS_NOTE_NAME,
					 ANYCOV_FLAGS_NOTE_TYPE, &n);
		if (!relative || n < sizeof(*relative))
			continue;
		set_move(addresses, relative, sizeof(*addresses));
		addresses->start += (intptr_t)&relative->start;
		addresses->stop += (intptr_t)&relative->stop;
		addresses->state += (intptr_t)&relative->state;
		return 1;
	}
	return 0;
}

static int visit(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct walk *w = arg;
	struct set_note note;

	if (!find_note(info, &note) || note.stop <= note.start)
		return 0;
	set_image_init(&w->image, (unsigned char *)(uintptr_t)note.start,
		       (size_t)(note.stop - note.start));
	set_take_loaded(info, size, &w->image);
	w->err = w->fn(&w->image, (struct set_state *)(uintptr_t)note.state, w->dir);
	return w->err;
}

/* Calls fn for each image with flags. */
static int for_each_image(struct walk *w)
{
	unsigned char *flags;
	size_t n;

	w->err = 0;
	if (dl_iterate_phdr) {
		dl_iterate_phdr(visit, w);
		return w->err;
	}
	flags = set_flags(&n);
	if (n) {
		set_find_self(&w->image, flags, n);
		w->err = w->fn(&w->image, &anycov_set_state, w->dir);
	}
	return w->err;
}

static void clear(unsigned char *flags, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (flags[i] != SET_START)
			*(volatile unsigned char *)&flags[i] = SET_START;
}

static int reset(struct set_image *image, struct set_state *s, int dir)
{
	(void)dir;
	clear(image->flags, image->n);
	if (s->version == SET_STATE_VERSION && s->copy)
		clear(s->copy, image->n);
	if (s->version == SET_STATE_VERSION)
		s->was_reset = 1;
	return 0;
}

PUBLIC void anycov_set_reset(void)
{
	struct walk w = { .fn = reset };

	for_each_image(&w);
}

static int snapshot(struct set_image *image, struct set_state *s, int dir)
{
	struct anycov_flags_head one = { .n_started = 1, .how = ANYCOV_FLAGS_MAPPED };
	const struct anycov_flags_head *head = NULL;
	int err;

	if (s->version == SET_STATE_VERSION)
		head = s->head;
	if (!image->file[0])
		set_identify(image);
	if (!image->file[0])
		return ANYCOV_EINVAL;
	set_write_image(image, dir);
	err = set_write_file(image, dir, head ? head : &one, image->flags);
	return err == -EEXIST ? ANYCOV_EINVAL : err ? ANYCOV_EIO : 0;
}

PUBLIC int anycov_set_snapshot(const char *path)
{
	struct walk w = { .fn = snapshot };
	int err;

	w.dir = set_open_directory(path, 1);
	if (w.dir < 0)
		return ANYCOV_EIO;
	err = for_each_image(&w);
	set_close(w.dir);
	return err;
}
