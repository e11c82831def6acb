/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The images of the process that have flags. */
#include <errno.h>
#include "flags.h"

extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;

struct walk {
	int (*fn)(struct flags_image *image, struct flags_state *s, void *arg);
	void *arg;
	int err;
	struct flags_image image;
};

static int is_data(const struct dl_phdr_info *info, uintptr_t at, size_t bytes)
{
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_LOAD && ph->p_flags & PF_W && at >= from &&
		    at - from <= ph->p_memsz && bytes <= ph->p_memsz - (at - from))
			return 1;
	}
	return 0;
}

/*
 * Tools that edit programs (patchelf) move notes, and what they contain is relative to where they
 * were.  Then nothing is found, but by the image itself.
 */
static struct flags_state *check(const struct dl_phdr_info *info, struct flags_image *image,
				 struct flags_state *s)
{
	if (is_data(info, (uintptr_t)&flags_state, sizeof(*s))) {
		image->flags = flags_section(&image->n);
		return &flags_state;
	}
	return (uintptr_t)s % _Alignof(struct flags_state) ||
			       !is_data(info, (uintptr_t)s, sizeof(*s)) ||
			       s->version != FLAGS_STATE_VERSION || s->flags != image->flags
		       ? NULL
		       : s;
}

/* Finds what the note of a startup object has.  Returns its state, or NULL. */
static struct flags_state *find_startup(const struct dl_phdr_info *info, struct flags_image *image)
{
	const char *relative; /* aligned like a note, not like the struct */
	struct flags_note note;
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		size_t n;

		if (ph->p_type != PT_NOTE)
			continue;
		relative = flags_find_note((const void *)(info->dlpi_addr + ph->p_vaddr),
					   ph->p_memsz, ph->p_align, ANYCOV_FLAGS_NOTE_NAME,
					   ANYCOV_FLAGS_NOTE_TYPE, &n);
		if (!relative || n < sizeof(note))
			continue;
		bytes_move(&note, relative, sizeof(note));
		image->flags = (unsigned char *)(relative + offsetof(struct flags_note, start) +
						 note.start);
		image->n = (size_t)(note.stop + (intptr_t)offsetof(struct flags_note, stop) -
				    note.start - (intptr_t)offsetof(struct flags_note, start));
		return check(info, image,
			     (void *)(uintptr_t)(relative + offsetof(struct flags_note, state) +
						 note.state));
	}
	return NULL;
}

static int visit(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct walk *w = arg;
	struct flags_image *image = &w->image;
	struct flags_state *s = find_startup(info, image);
	unsigned i;

	(void)size;
	if (!s || !image->n)
		return 0;
	image->phdr = info->dlpi_phdr;
	image->n_phdr = info->dlpi_phnum;
	image->bias = info->dlpi_addr;
	image->path = info->dlpi_name ? info->dlpi_name : "";
	image->is_program = !image->path[0];
	image->ehdr = NULL;
	for (i = 0; i < image->n_phdr && image->phdr[i].p_type != PT_LOAD; i++)
		;
	if (i < image->n_phdr && !image->phdr[i].p_offset)
		image->ehdr = (const void *)(image->bias + image->phdr[i].p_vaddr);
	w->err = w->fn(image, s, w->arg);
	return w->err;
}

int flags_for_each_image(int (*fn)(struct flags_image *, struct flags_state *, void *), void *arg)
{
	struct walk walk = { .fn = fn, .arg = arg };

	if (dl_iterate_phdr) {
		dl_iterate_phdr(visit, &walk);
		return walk.err;
	}
	/* A static program that does not refer to it is the only image. */
	walk.image.flags = flags_section(&walk.image.n);
	flags_find_headers(&walk.image);
	walk.image.path = "";
	walk.image.is_program = 1;
	return walk.image.n ? fn(&walk.image, &flags_state, arg) : 0;
}
