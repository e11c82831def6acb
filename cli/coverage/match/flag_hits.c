/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "coverage/match/copy_search.h"
#include "coverage/match/flag_hits.h"
#include "coverage/model/flags_placed.h"
#include "dump/memory_copy.h"

/* Bytes of a program's memory. */
struct memory {
	const char *path; /* of the file */
	bool has_offset;
	uint64_t offset;  /* has_offset: in the file */
	uint64_t address; /* in the image */
	uint64_t load;    /* address in memory - address in the image; may wrap around */
	const unsigned char *bytes;
	const unsigned char *known; /* of each byte: whether the file contains it; NULL: all */
	uint64_t n;
	uint64_t low, end; /* addresses in memory that the file contains */
};

/* Returns an address of the image as it is in memory, for messages. */
static unsigned long long in_memory(const struct instrumented_image *m, const struct memory *v,
				    uint64_t address)
{
	return load_offset_apply(m->img, address, v->load);
}

static bool is_inside(const struct memory *v, uint64_t address)
{
	return address - v->address < v->n && (!v->known || v->known[address - v->address]);
}

/* Fails because a byte is wrong. */
static int wrong_byte(const struct instrumented_image *m, const struct memory *v, uint64_t address,
		      const char *what, struct anycov_error *err)
{
	unsigned char byte = v->bytes[address - v->address];

	if (v->has_offset)
		return anycov_error_set(err, "%s:%llu: byte 0x%02x %s", v->path,
					(unsigned long long)(v->offset + address - v->address),
					byte, what);
	return anycov_error_set(err, "%s: byte 0x%02x at 0x%llx %s", v->path, byte,
				in_memory(m, v, address), what);
}

static int no_flag(const struct instrumented_image *m, const struct memory *v, uint64_t address,
		   struct anycov_error *err)
{
	if (v->known)
		return anycov_error_set(
			err,
			"%s: contains 0x%llx to 0x%llx, but the flags are at 0x%llx to 0x%llx, and "
			"0x%llx is missing",
			v->path, (unsigned long long)v->low, (unsigned long long)v->end,
			in_memory(m, v, v->address), in_memory(m, v, v->address + v->n),
			in_memory(m, v, address));
	return anycov_error_set(
		err, "%s: contains no flag at 0x%llx, where %s has one; use the image that was run",
		v->path, (unsigned long long)address, m->img->path);
}

static const char *not_a_flag(const struct map_flags *f)
{
	if (f->hit_value == ANYCOV_MAP_HIT_ODD)
		return "is not a flag, which is 0 or odd; is the address right, and was the memory "
		       "initialized?";
	return "is not a flag, which is 0 or 1; is the address right, and was the memory "
	       "initialized?";
}

/* Checks that each flag of the image is there and is one; force: those that are there. */
static int check_flags(const struct instrumented_image *m, const struct memory *v, bool force,
		       struct anycov_error *err)
{
	for (size_t i = 0; i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];

		for (uint32_t k = 0; k < f->blocks.n && !f->dropped; k++) {
			if (!is_inside(v, f->addr + k)) {
				if (force)
					continue;
				return no_flag(m, v, f->addr + k, err);
			}
			if (!map_is_flag(f, v->bytes[f->addr + k - v->address]))
				return wrong_byte(m, v, f->addr + k, not_a_flag(f), err);
		}
	}
	return 0;
}

/* Fails because start-up code did not initialize the flags. */
static int not_initialized(const struct instrumented_image *m, const struct memory *v,
			   struct anycov_error *err)
{
	char *unplaced = flags_are_unplaced(m->img)
				 ? xasprintf(" (the linker script does not place %s: add *(%s*) to "
					     "its .data)",
					     anycov_section_names[ANYCOV_SECTION_FLAGS_DATA],
					     anycov_section_names[ANYCOV_SECTION_FLAGS_DATA])
				 : xstrdup("");

	anycov_error_set(
		err,
		"%s: the memory at 0x%llx to 0x%llx was not initialized by start-up code%s, or is "
		"not that of %s%s, so all is unknown; copy it after main() began, and use the "
		"image that was run, or --force",
		v->path, in_memory(m, v, v->address), in_memory(m, v, v->address + v->n), unplaced,
		m->img->path, v->load ? " at this load offset" : "");
	free(unplaced);
	return -1;
}

/*
 * Checks the seals: constant bytes other than 0 beside each function's flags, which start-up code
 * writes when it initializes the flags to 0.  If a seal is missing, that code did not run, and a
 * flag that is 0 in the copied memory does not prove that its block was not executed.
 */
static int check_seals(const struct instrumented_image *m, const struct memory *v,
		       struct anycov_error *err)
{
	size_t n = 0, wrong = 0;
	uint64_t first = 0;

	for (size_t i = 0; i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];
		uint64_t at = f->seal_at;

		if (f->dropped || !f->seal)
			continue;
		if (!is_inside(v, at))
			return no_flag(m, v, at, err);
		n++;
		if (v->bytes[at - v->address] == f->seal)
			continue;
		if (!wrong++)
			first = at;
	}
	if (wrong && wrong == n)
		return not_initialized(m, v, err);
	if (wrong)
		return wrong_byte(m, v, first,
				  "is not what the image has beside a function's flags; the memory "
				  "was overwritten, or is of another build; use the image that was "
				  "run, or --force",
				  err);
	return 0;
}

/* Sets m->flags_hit for blocks whose flag was hit. */
static void take_flags(struct instrumented_image *m, const struct memory *v)
{
	if (!m->flags_hit)
		m->flags_hit = xcalloc(m->map->n_blocks, 1);
	for (size_t i = 0; i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];

		if (f->dropped || f->function == MAP_NONE)
			continue;
		for (uint32_t k = 0; k < f->blocks.n; k++) {
			const struct map_block *b = map_block(m->map, f->function,
							      m->map->numbers[f->blocks.first + k]);

			if (b && is_inside(v, f->addr + k) &&
			    map_is_hit(f, v->bytes[f->addr + k - v->address]))
				m->flags_hit[b - m->map->blocks] = 1;
		}
	}
}

int flags_check_image(const struct instrumented_image *m, const char *path,
		      struct anycov_error *err)
{
	if (count_flags(m))
		return 0;
	if (flags_check_placed(m, err))
		return -1;
	return anycov_error_set(err,
				"%s: %s has no flags in its map; build it with 'anycov "
				"flags --for report' and do not strip it",
				path, m->img->path);
}

bool flags_are_of(const struct instrumented_image *m, const struct flags_file *f)
{
	return f->build_id_length && f->build_id_length == m->img->build_id_length &&
	       !memcmp(f->build_id, m->img->build_id, f->build_id_length);
}

static char *hex(const unsigned char *p, unsigned n)
{
	struct string_buffer t = { 0 };

	string_buffer_append(&t, n ? "" : "none");
	for (unsigned i = 0; i < n && i < 8; i++)
		string_buffer_appendf(&t, "%02x%s", p[i], i == 7 && n > 8 ? "..." : "");
	return t.s;
}

/* Fails unless the flags are of this build of the image. */
static int check_build(const struct instrumented_image *m, const struct flags_file *f,
		       struct anycov_error *err)
{
	const struct image *img = m->img;
	uint64_t address, size;
	char *want, *have;

	if (img->big_endian != f->big_endian)
		return anycov_error_set(err,
					"%s: the byte order differs from that of %s; use the "
					"image that was run",
					f->path, img->path);
	if (!flags_are_of(m, f) && (f->build_id_length || img->build_id_length)) {
		want = hex(f->build_id, f->build_id_length);
		have = hex(img->build_id, img->build_id_length);
		anycov_error_set(err,
				 "%s: build ID %s does not match %s (%s); use the image that "
				 "was run, or --force",
				 f->path, want, img->path, have);
		free(want);
		free(have);
		return -1;
	}
	if (!image_flags(img, &address, &size))
		return 0;
	if ((f->address && f->address != address) || f->n_flags != size)
		return anycov_error_set(
			err,
			"%s: has %llu flags at 0x%llx, but %s has %llu at 0x%llx; use the image "
			"that was run",
			f->path, (unsigned long long)f->n_flags, (unsigned long long)f->address,
			img->path, (unsigned long long)size, (unsigned long long)address);
	return 0;
}

int flags_apply(struct instrumented_image *m, const struct flags_file *f, bool force,
		struct anycov_error *err)
{
	struct memory v = {
		.path = f->path,
		.has_offset = true,
		.offset = f->at_flags,
		.address = f->address,
		.bytes = f->flags,
		.n = f->n_flags,
	};
	struct image_records *r = &m->records;
	struct anycov_error other = { { 0 } };
	bool same = !check_build(m, f, &other);
	uint64_t size;

	/* A kernel's: the section is where the image has it. */
	if (!f->address)
		image_flags(m->img, &v.address, &size);
	if (!same && !force) {
		*err = other;
		return -1;
	}
	if (flags_check_image(m, f->path, err) || check_flags(m, &v, !same, err))
		return -1;
	take_flags(m, &v);
	r->flag_files++;
	image_records_add_processes(r, f->started, f->started - (f->copying - f->copied));
	if (!f->address)
		image_records_add_kernel(r, f->started, m->img->relocatable);
	r->copied = r->copied || (f->how & ANYCOV_FLAGS_COPIED);
	r->forced = r->forced || !same;
	return 0;
}

/* Finds the section of flags, or with flags in .data the part of it that contains them. */
static void find_range(const struct instrumented_image *m, uint64_t *address, uint64_t *size)
{
	uint64_t low = UINT64_MAX, end = 0;
	bool in_data = false;

	for (size_t i = 0; i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];

		if (f->dropped)
			continue;
		in_data = in_data || f->seal;
		low = f->low < low ? f->low : low;
		end = f->end > end ? f->end : end;
	}
	if (in_data || !image_flags(m->img, address, size)) {
		*address = low;
		*size = end - low;
	}
}

/*
 * Fails if a copy has nothing but what the image's file has at these addresses: a debugger that
 * does not read the target's memory copies that, and it does not show that the program ran.
 */
static int check_changes(const struct instrumented_image *m, const char *word, uint64_t base,
			 const struct memory_copy *flags, struct anycov_error *err)
{
	const struct section *sec = image_section_at(m->img, flags->address);
	const uint64_t n = flags->end - flags->low;
	struct memory_copy c;
	int status;

	if (!sec || !sec->bytes || flags->low < sec->addr || flags->end - sec->addr > sec->size)
		return 0;
	status = memory_copy_read(&c, word, base, flags->low, n, err);
	for (uint64_t i = 0; i < n && !status; i++)
		if (c.known[i] && c.bytes[i] != sec->bytes[flags->low - sec->addr + i])
			status = 1;
	if (!status)
		anycov_error_set(err,
				 "%s: contains only what %s has there, as a debugger copies it "
				 "that does not read the target, so all is unknown; connect it "
				 "to the target, or copy more of its RAM, or --force",
				 c.path, m->img->path);
	memory_copy_free(&c);
	return status == 1 ? 0 : -1;
}

int flags_apply_memory(struct instrumented_image *m, const char *word,
		       const struct load_offset *offset, bool force, struct anycov_error *err)
{
	/* AVR data are at 0x800000 in ELF files and at 0 in the machine. */
	const uint64_t base = m->img->machine == EM_AVR ? 0x800000 : 0;
	struct memory_copy c;
	struct memory v = { 0 };
	uint64_t address, n, load = offset->value;
	int status;

	if (flags_check_image(m, word, err))
		return -1;
	if (!m->img->is64 && load > UINT32_MAX && -load > UINT32_MAX)
		return anycov_error_set(err,
					"--load-offset 0x%llx: %s has addresses of 32 bits; give "
					"the address in memory minus that in the image",
					(unsigned long long)load, m->img->path);
	load = load_offset_apply(m->img, 0, load);
	if (offset->is_auto && copy_search(m, word, base, &load, err))
		return -1;
	find_range(m, &address, &n);
	status = memory_copy_read(&c, word, base, load_offset_apply(m->img, address, load), n, err);
	if (!status) {
		v = (struct memory){ c.path,  c.is_raw, c.offset, address, load,
				     c.bytes, c.known,  n,        c.low,   c.end };
		/* What the file has is not at another address, and is changed there. */
		status = check_seals(m, &v, err) || check_flags(m, &v, false, err) ||
					 (!load && check_changes(m, word, base, &c, err))
				 ? -1
				 : 0;
		m->records.forced = m->records.forced || (status && force);
		status = force ? 0 : status;
	}
	if (!status) {
		take_flags(m, &v);
		m->records.memories++;
	}
	memory_copy_free(&c);
	return status;
}
