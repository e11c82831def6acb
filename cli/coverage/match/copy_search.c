/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/match/copy_search.h"
#include "dump/memory_copy.h"
#include "image/load_offset.h"

/* The part of a copy that is in memory at a time, and how many there may be. */
#define WINDOW_BYTES ((uint64_t)64 << 20)
#define WINDOWS_MAX 1024u
/* An image is loaded at a multiple of its sections' alignment, if that is not larger. */
#define ALIGN_MAX 4096u

struct copy_search {
	const struct instrumented_image *m;
	uint64_t low, end; /* of the flags, in the image */
	uint64_t align;
	const struct map_flags *first; /* one with a byte beside its flags */
	uint64_t found[2];
	size_t n;       /* of them, 2: or more */
	bool any_unset; /* the flags are somewhere with none set, as in the image's file */
};

static void prepare(struct copy_search *s)
{
	s->low = UINT64_MAX;
	s->align = 1;
	for (size_t i = 0; i < s->m->map->n_flags; i++) {
		const struct map_flags *f = &s->m->map->flags[i];

		if (f->dropped)
			continue;
		s->first = s->first || !f->seal ? s->first : f;
		s->low = f->low < s->low ? f->low : s->low;
		s->end = f->end > s->end ? f->end : s->end;
	}
	for (size_t i = 1; i < s->m->img->n_sections; i++) {
		const struct section *sec = &s->m->img->sections[i];

		if ((sec->flags & SHF_ALLOC) && sec->align > s->align &&
		    !(sec->align & (sec->align - 1)))
			s->align = sec->align < ALIGN_MAX ? sec->align : ALIGN_MAX;
	}
}

/* Returns whether the flags that begin at a byte of the window are those of the image, as it ran.
 */
static bool is_here(struct copy_search *s, const struct memory_copy *c, uint64_t at)
{
	bool any = false;

	for (size_t i = 0; i < s->m->map->n_flags; i++) {
		const struct map_flags *f = &s->m->map->flags[i];
		const uint64_t begin = at + (f->addr - s->low);
		const uint64_t seal = at + (f->seal_at - s->low);

		if (f->dropped)
			continue;
		if (f->seal && (!c->known[seal] || c->bytes[seal] != f->seal))
			return false;
		for (uint32_t k = 0; k < f->blocks.n; k++)
			if (!c->known[begin + k] || !map_is_flag(f, c->bytes[begin + k]))
				return false;
			else
				any |= c->bytes[begin + k];
	}
	s->any_unset |= !any;
	return any;
}

/* Looks at each place of the window where the flags may begin; they may end after `starts`. */
static void search_window(struct copy_search *s, const struct memory_copy *c, uint64_t starts)
{
	const uint64_t seal = s->first->seal_at - s->low;
	const unsigned char *p = c->bytes + seal, *end = p + starts;

	while (s->n < 2 && p < end && (p = memchr(p, s->first->seal, (size_t)(end - p)))) {
		const uint64_t at = (uint64_t)(p++ - c->bytes) - seal;
		const uint64_t offset = load_offset_between(s->m->img, s->low, c->address + at);

		if (offset % s->align || !is_here(s, c, at))
			continue;
		s->found[s->n++] = offset;
	}
}

static int search_copy(struct copy_search *s, const char *word, uint64_t base,
		       struct anycov_error *err)
{
	const uint64_t bytes = s->end - s->low;
	const uint64_t window = bytes > WINDOW_BYTES / 2 ? 2 * bytes : WINDOW_BYTES;
	struct memory_copy c;
	uint64_t low, end;
	int status = memory_copy_read(&c, word, base, 0, 0, err);

	low = c.low;
	end = c.end;
	memory_copy_free(&c);
	if (status || end <= low || end - low < bytes)
		return status;
	if ((end - low) / (window - bytes) > WINDOWS_MAX)
		return anycov_error_set(err,
					"%s: contains 0x%llx to 0x%llx, too much to look for the "
					"image in; give --load-offset N",
					word, (unsigned long long)low, (unsigned long long)end);
	for (uint64_t at = low; !status && s->n < 2 && end - at >= bytes;) {
		uint64_t n = end - at < window ? end - at : window, starts = n - bytes + 1;

		status = memory_copy_read(&c, word, base, at, n, err);
		if (!status)
			search_window(s, &c, starts);
		memory_copy_free(&c);
		at += starts;
	}
	return status;
}

int copy_search(const struct instrumented_image *m, const char *word, uint64_t base,
		uint64_t *offset, struct anycov_error *err)
{
	char one[LOAD_OFFSET_ROOM], two[LOAD_OFFSET_ROOM];
	struct copy_search s = { .m = m };

	prepare(&s);
	if (!s.first)
		return anycov_error_set(err,
					"%s: its flags are not those of firmware, by which its "
					"place is found; give --load-offset N",
					m->img->path);
	if (search_copy(&s, word, base, err))
		return -1;
	if (!s.n && s.any_unset)
		return anycov_error_set(err,
					"%s: contains the flags of %s with none set, as in the "
					"image's file; copy the RAM of a target that ran it, or "
					"give --load-offset N",
					word, m->img->path);
	if (!s.n)
		return anycov_error_set(err,
					"%s: contains the flags of %s nowhere; use the image that "
					"was run, copy more of its RAM, or give --load-offset N",
					word, m->img->path);
	if (s.n > 1)
		return anycov_error_set(err,
					"%s: contains the flags of %s at load offsets %s and %s; "
					"give one of them as --load-offset N",
					word, m->img->path,
					load_offset_text(m->img, s.found[0], one),
					load_offset_text(m->img, s.found[1], two));
	*offset = s.found[0];
	return 0;
}
