/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "dump/target_search.h"
#include "image/load_offset.h"

/* Bytes of code that are looked for in the image, and compared at each sample. */
#define CODE_BYTES 32u
#define SAMPLES 16u
/* Of the stack, for addresses to which functions return. */
#define STACK_BYTES 2048u
#define STACK_PART 64u
/* Code that is in the image so often, such as padding, shows nothing. */
#define PLACES_MAX 8u

/* Indices of registers in the answer to "g". */
struct registers {
	uint16_t machine;
	unsigned pc, stack;
	int link; /* -1: none */
};

static const struct registers machines[] = {
	{ EM_ARM, 15, 13, 14 },   { EM_AARCH64, 32, 31, 30 }, { EM_RISCV, 32, 2, 1 },
	{ EM_X86_64, 16, 7, -1 }, { EM_386, 8, 4, -1 },
};

struct search {
	struct gdb_remote *g;
	const struct image *img;
	struct anycov_error *err;
	bool failed; /* the server does not answer; err says so */
	uint64_t *offsets;
	size_t n, room;
};

static const struct registers *registers_of(const struct image *img)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++)
		if (machines[i].machine == img->machine)
			return &machines[i];
	return NULL;
}

static void add_offset(struct search *s, uint64_t offset)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->offsets[i] == offset)
			return;
	ARRAY_GROW(s->offsets, s->n, s->room);
	s->offsets[s->n++] = offset;
}

/* Reads n bytes, of which any may not be there. */
static bool can_read(struct search *s, uint64_t address, unsigned char *to, size_t n)
{
	struct anycov_error other;
	int status = s->failed ? -2 : gdb_remote_read(s->g, address, to, n, &other);

	if (status == -2 && !s->failed) {
		s->failed = true;
		*s->err = other;
	}
	return !status;
}

/* Adds the offsets at which the code at an address would be that of the image. */
static void add_places(struct search *s, uint64_t address)
{
	const struct image *img = s->img;
	unsigned char code[CODE_BYTES];
	uint64_t places[PLACES_MAX];
	size_t n = 0;

	if (img->machine == EM_ARM)
		address &= ~(uint64_t)1; /* the Thumb bit */
	if (!address || !can_read(s, address, code, sizeof(code)))
		return;
	for (size_t i = 0; i < img->n_loaded; i++) {
		const struct section *sec = &img->sections[img->loaded[i]];
		const unsigned char *at = sec->bytes, *end = sec->bytes + sec->size;

		if (!section_is_code(sec))
			continue;
		while ((at = memmem(at, (size_t)(end - at), code, sizeof(code)))) {
			if (n == PLACES_MAX)
				return;
			places[n++] = sec->addr + (uint64_t)(at++ - sec->bytes);
		}
	}
	for (size_t i = 0; i < n; i++)
		add_offset(s, load_offset_between(img, places[i], address));
}

/* Returns whether bytes of a section are in memory, of which words may be moved with the image. */
static bool is_same(const struct image *img, const unsigned char *code, const unsigned char *want,
		    size_t n, uint64_t offset)
{
	const unsigned word = img->is64 ? 8 : 4;

	for (size_t i = 0; i < n; i += word) {
		const size_t part = n - i < word ? n - i : word;

		if (memcmp(code + i, want + i, part) != 0 &&
		    (part < word ||
		     image_number(img, code + i, word) !=
			     load_offset_apply(img, image_number(img, want + i, word), offset)))
			return false;
	}
	return true;
}

/* Returns whether samples of a section are in memory. */
static bool is_section_there(struct search *s, const struct section *sec, uint64_t offset)
{
	const uint64_t step = sec->size / SAMPLES > CODE_BYTES ? sec->size / SAMPLES : CODE_BYTES;
	unsigned char code[CODE_BYTES];

	for (uint64_t at = 0; at < sec->size; at += step & ~(uint64_t)7) {
		size_t n = sec->size - at < CODE_BYTES ? (size_t)(sec->size - at) : CODE_BYTES;

		if (!can_read(s, load_offset_apply(s->img, sec->addr + at, offset), code, n) ||
		    !is_same(s->img, code, sec->bytes + at, n, offset))
			return false;
	}
	return true;
}

/*
 * Code of a position-independent image is the same wherever it is, and so is its build ID.  What it
 * may write is not, such as data beside code that are part of its section.
 */
static bool is_image_there(struct search *s, uint64_t offset)
{
	bool has_code = false;

	for (int writable = 0; writable < 2 && !has_code; writable++)
		for (size_t i = 0; i < s->img->n_loaded; i++) {
			const struct section *sec = &s->img->sections[s->img->loaded[i]];
			const bool is_code =
				section_is_code(sec) && !(sec->flags & SHF_WRITE) == !writable;

			if ((is_code || !strcmp(sec->name, ".note.gnu.build-id")) &&
			    !is_section_there(s, sec, offset))
				return false;
			has_code |= is_code;
		}
	return has_code;
}

/* Keeps the offsets at which the image is.  Returns their number; -1 with err filled. */
static int keep_found(struct search *s)
{
	char one[LOAD_OFFSET_ROOM], two[LOAD_OFFSET_ROOM];
	size_t found = 0;

	for (size_t i = 0; i < s->n; i++)
		if (is_image_there(s, s->offsets[i]))
			s->offsets[found++] = s->offsets[i];
	s->n = found;
	if (s->failed)
		return -1;
	if (found > 1)
		return anycov_error_set(s->err,
					"%s: is in memory at load offsets %s and %s; give one of "
					"them as --load-offset N",
					s->img->path, load_offset_text(s->img, s->offsets[0], one),
					load_offset_text(s->img, s->offsets[1], two));
	return (int)found;
}

static void add_stack(struct search *s, uint64_t sp)
{
	const unsigned bytes = s->img->is64 ? 8 : 4;
	unsigned char part[STACK_PART];

	sp &= ~(uint64_t)(bytes - 1);
	for (unsigned at = 0; at < STACK_BYTES && can_read(s, sp + at, part, STACK_PART);
	     at += STACK_PART)
		for (unsigned i = 0; i < STACK_PART; i += bytes)
			add_places(s, image_number(s->img, part + i, bytes));
}

/*
 * Finds the image where registers point to, else where the stack does.  The code that is executed
 * comes first: an image that moved itself may be at its first place as well.
 */
static int find(struct search *s)
{
	const struct image *img = s->img;
	const unsigned bytes = img->is64 ? 8 : 4;
	const struct registers *r = registers_of(img);
	uint64_t pc, link = 0, sp;
	int n;

	if (!r)
		return anycov_error_set(s->err,
					"%s: registers of its machine (ELF machine %u) are not "
					"known; give --load-offset N",
					img->path, img->machine);
	if (gdb_remote_register(s->g, r->pc, bytes, img->big_endian, &pc, s->err) ||
	    gdb_remote_register(s->g, r->stack, bytes, img->big_endian, &sp, s->err) ||
	    (r->link >= 0 &&
	     gdb_remote_register(s->g, (unsigned)r->link, bytes, img->big_endian, &link, s->err)))
		return -1;
	add_places(s, pc);
	n = keep_found(s);
	if (!n) {
		add_places(s, link);
		n = keep_found(s);
	}
	if (!n) {
		add_stack(s, sp);
		n = keep_found(s);
	}
	if (!n)
		return anycov_error_set(
			s->err,
			"%s: its code is not where the target's PC, link register and stack point "
			"to; stop the target while it runs this image, or give --load-offset N",
			img->path);
	return n < 0 ? -1 : 0;
}

int target_search(struct gdb_remote *g, const struct image *img, uint64_t *offset,
		  struct anycov_error *err)
{
	struct search s = { .g = g, .img = img, .err = err };
	int status = find(&s);

	if (!status)
		*offset = s.offsets[0];
	free(s.offsets);
	return status;
}
