/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "dump/rtt.h"

#define SYMBOL "_SEGGER_RTT"
/* The first bytes of a control block, zeros included. */
static const unsigned char identifier[16] = "SEGGER RTT";

/* After the identifier: the numbers of up- and down-buffers, then a descriptor of each. */
#define UP_COUNT 16u
#define DESCRIPTORS 24u
/* A program has few; larger numbers are no control block. */
#define CHANNELS_MAX 64u
#define RING_MAX ((uint64_t)16 << 20)
/* Of the flags of a descriptor: the mode, in which the program waits while the ring is full. */
#define MODE_MASK 3u
#define MODE_WAITS 2u
/* Of the data, in which a block is searched; a damaged image's may have no end. */
#define PART 65536u
#define SEARCHED ((uint64_t)64 << 20)

/* A descriptor: two pointers, name and ring, and four numbers. */
enum { SIZE, WRITE_AT, READ_AT, FLAGS, NUMBERS };

static unsigned pointer_bytes(const struct image *img)
{
	return img->is64 ? 8 : 4;
}

static unsigned descriptor_bytes(const struct image *img)
{
	return 2 * pointer_bytes(img) + 4 * NUMBERS;
}

static bool is_block(const struct rtt_memory *memory, uint64_t address)
{
	struct anycov_error other;
	unsigned char bytes[sizeof(identifier)];

	return !memory->read(memory->ctx, address, bytes, sizeof(bytes), &other) &&
	       !memcmp(bytes, identifier, sizeof(bytes));
}

/* Searches the first n bytes of a section. */
static bool find_in_section(const struct rtt_memory *memory, const struct section *s, uint64_t n,
			    unsigned char *bytes, uint64_t *address)
{
	const uint64_t step = PART - sizeof(identifier);
	struct anycov_error other;

	for (uint64_t at = 0; at < n; at += step) {
		const size_t part = n - at < PART ? (size_t)(n - at) : PART;
		unsigned char *found;

		/* A copy may contain a part of the data. */
		if (memory->read(memory->ctx, s->addr + at, bytes, part, &other))
			continue;
		found = memmem(bytes, part, identifier, sizeof(identifier));
		if (found) {
			*address = s->addr + at + (uint64_t)(found - bytes);
			return true;
		}
	}
	return false;
}

static int find_block(const struct rtt_memory *memory, const struct image *img, uint64_t *address,
		      struct anycov_error *err)
{
	uint64_t left = SEARCHED;
	unsigned char *bytes;
	bool found = false;

	for (size_t i = 0; i < img->n_symbols; i++)
		if (!strcmp(img->symbols[i].name, SYMBOL)) {
			*address = img->symbols[i].addr;
			if (is_block(memory, *address))
				return 0;
			return anycov_error_set(
				err,
				"%s: no control block of SEGGER RTT at 0x%llx, "
				"where %s has " SYMBOL "; read it after SEGGER_RTT_Init()",
				memory->name, (unsigned long long)*address, img->path);
		}
	bytes = xmalloc(PART);
	for (size_t i = 1; i < img->n_sections && !found; i++) {
		const struct section *sec = &img->sections[i];
		const uint64_t n = sec->size < left ? sec->size : left;

		if (!sec->addr || !(sec->flags & SHF_WRITE))
			continue;
		found = find_in_section(memory, sec, n, bytes, address);
		left -= n;
	}
	free(bytes);
	if (found)
		return 0;
	return anycov_error_set(err,
				"%s: no control block of SEGGER RTT in the %sdata of %s; link "
				"SEGGER_RTT.c, and read it after SEGGER_RTT_Init()",
				memory->name, left ? "" : "first 64 MiB of the ", img->path);
}

int rtt_find(struct rtt_channel *c, const struct rtt_memory *memory, const struct image *img,
	     uint64_t number, struct anycov_error *err)
{
	unsigned char bytes[4];
	uint64_t block, n;

	if (find_block(memory, img, &block, err) ||
	    memory->read(memory->ctx, block + UP_COUNT, bytes, sizeof(bytes), err))
		return -1;
	n = image_number(img, bytes, 4);
	if (n > CHANNELS_MAX)
		return anycov_error_set(err,
					"%s: the control block at 0x%llx has %llu up-buffers; it "
					"was overwritten, or the image is not the one that runs",
					memory->name, (unsigned long long)block,
					(unsigned long long)n);
	if (number >= n)
		return anycov_error_set(err, "%s: has no RTT up-buffer %llu; there are %llu",
					memory->name, (unsigned long long)number,
					(unsigned long long)n);
	*c = (struct rtt_channel){ .address = block + DESCRIPTORS + number * descriptor_bytes(img),
				   .number = number };
	return 0;
}

/* Reads and checks the descriptor, which the program changes. */
static int read_descriptor(const struct rtt_channel *c, const struct rtt_memory *memory,
			   const struct image *img, uint64_t *ring, uint32_t numbers[NUMBERS],
			   struct anycov_error *err)
{
	const unsigned pointer = pointer_bytes(img);
	unsigned char bytes[2 * 8 + 4 * NUMBERS];

	if (memory->read(memory->ctx, c->address, bytes, descriptor_bytes(img), err))
		return -1;
	*ring = image_number(img, bytes + pointer, pointer);
	for (unsigned i = 0; i < NUMBERS; i++)
		numbers[i] = (uint32_t)image_number(img, bytes + 2 * pointer + 4 * i, 4);
	if (!numbers[SIZE])
		return anycov_error_set(err,
					"%s: RTT up-buffer %llu has no memory; the program must "
					"call SEGGER_RTT_ConfigUpBuffer() for it",
					memory->name, (unsigned long long)c->number);
	if (numbers[SIZE] > RING_MAX || numbers[WRITE_AT] >= numbers[SIZE] ||
	    numbers[READ_AT] >= numbers[SIZE])
		return anycov_error_set(err,
					"%s: RTT up-buffer %llu of %u bytes is written at %u and "
					"read at %u; it was overwritten, or the image is not the "
					"one that runs",
					memory->name, (unsigned long long)c->number, numbers[SIZE],
					numbers[WRITE_AT], numbers[READ_AT]);
	return 0;
}

static int append(const struct rtt_memory *memory, uint64_t address, size_t n,
		  struct string_buffer *out, struct anycov_error *err)
{
	unsigned char *bytes = xmalloc(n + 1);
	int status = n ? memory->read(memory->ctx, address, bytes, n, err) : 0;

	if (!status)
		string_buffer_append_n(out, (const char *)bytes, n);
	free(bytes);
	return status ? -1 : 0;
}

/* Sets the position of the reader, which the program compares with its own. */
static int mark_read(const struct rtt_channel *c, const struct rtt_memory *memory,
		     const struct image *img, uint32_t at, struct anycov_error *err)
{
	unsigned char bytes[4];

	for (unsigned i = 0; i < 4; i++)
		bytes[img->big_endian ? 3 - i : i] = (unsigned char)(at >> 8 * i);
	return memory->write(memory->ctx,
			     c->address + 2 * pointer_bytes(img) + 4 * (uint64_t)READ_AT, bytes,
			     sizeof(bytes), err);
}

int rtt_take(struct rtt_channel *c, const struct rtt_memory *memory, const struct image *img,
	     struct string_buffer *out, struct anycov_error *err)
{
	uint32_t numbers[NUMBERS], write_at, read_at;
	const size_t before = out->n;
	uint64_t ring;

	if (read_descriptor(c, memory, img, &ring, numbers, err))
		return -1;
	write_at = numbers[WRITE_AT];
	read_at = numbers[READ_AT];
	c->waits = (numbers[FLAGS] & MODE_MASK) == MODE_WAITS;
	if (write_at < read_at) {
		if (append(memory, ring + read_at, numbers[SIZE] - read_at, out, err))
			return -1;
		read_at = 0;
	}
	if (append(memory, ring + read_at, write_at - read_at, out, err))
		return -1;
	c->full = out->n - before == numbers[SIZE] - 1;
	return memory->write && out->n > before ? mark_read(c, memory, img, write_at, err) : 0;
}
