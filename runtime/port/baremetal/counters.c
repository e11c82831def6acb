/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coverage without records: counters and flags that code writes by itself (1 byte
 * a probe), guards whose hook sets a bit.  A dump holds the addresses of those that
 * say "ran"; the map tells what they belong to.
 */
#include "baremetal.h"

/* The linker's bounds of the sections; 0: the image has no such section. */
#define BOUND __attribute__((weak, visibility("hidden")))
extern uint8_t __start___sancov_cntrs[] BOUND, __stop___sancov_cntrs[] BOUND;
extern uint8_t __start___sancov_bools[] BOUND, __stop___sancov_bools[] BOUND;
extern uint8_t __start___sancov_guards[] BOUND, __stop___sancov_guards[] BOUND;

/* As data, and read as such: code that names them would need a table (.got) that
 * many a linker script has no place for. */
enum { COUNTERS, FLAGS, GUARDS, N_SECTIONS };
static uint8_t *const bounds[N_SECTIONS][2] = {
	{ __start___sancov_cntrs, __stop___sancov_cntrs },
	{ __start___sancov_bools, __stop___sancov_bools },
	{ __start___sancov_guards, __stop___sancov_guards },
};

static uint8_t *start(int section)
{
	return ANYCOV_READ(bounds[section][0]);
}

static size_t size(int section)
{
	return (size_t)((uintptr_t)ANYCOV_READ(bounds[section][1]) - (uintptr_t)start(section));
}

/* Something that may say "ran" for each of n probes. */
struct row {
	const uint8_t *bytes;    /* one each, or NULL: */
	const anycov_word *bits;
	anycov_word n;
	uintptr_t first;         /* its address; the next is step bytes behind it */
	unsigned step;
};

static int ran(const struct row *r, anycov_word i)
{
	const unsigned bits = 8 * sizeof(anycov_word);

	return r->bytes ? ANYCOV_READ(r->bytes[i]) != 0 :
			  ANYCOV_READ(r->bits[i / bits]) >> (i % bits) & 1;
}

static void put_address(struct anycov_dump *d, uintptr_t address)
{
	anycov_u32 half = (anycov_u32)address;

	if (d->word_bytes == sizeof(address))
		anycov_dump_bytes(d, &address, sizeof(address));
	else
		anycov_dump_bytes(d, &half, sizeof(half));
}

/*
 * Interrupts go on counting meanwhile, and a counter may wrap to 0: as many words
 * are written as were announced, the last one again if need be.
 */
static void dump_row(struct anycov_dump *d, const struct row *r)
{
	uintptr_t some = 0;
	anycov_word i, n = 0;

	for (i = 0; i < r->n; i++) {
		if (!ran(r, i))
			continue;
		some = r->first + i * r->step;
		n++;
	}
	/* Not a product: AVR would call a helper for it. */
	anycov_dump_chunk(d, "CNT ", 0, (uint32_t)n << (d->word_bytes == 8 ? 3 :
							 d->word_bytes == 4 ? 2 : 1), 0);
	for (i = 0; i < r->n && n; i++) {
		if (!ran(r, i))
			continue;
		put_address(d, r->first + i * r->step);
		n--;
	}
	for (; n; n--)
		put_address(d, some);
}

static void dump_bytes(struct anycov_dump *d, int section)
{
	struct row r;

	r.bytes = start(section);
	r.bits = NULL;
	r.n = size(section);
	r.first = (uintptr_t)r.bytes;
	r.step = 1;
	if (r.n)
		dump_row(d, &r);
}

static void dump_all(struct anycov_dump *d)
{
	struct row r;

	dump_bytes(d, COUNTERS);
	dump_bytes(d, FLAGS);
	if (anycov_bits.magic != ANYCOV_BITS_MAGIC)
		return;
	r.bytes = NULL;
	r.bits = anycov_bits.row;
	r.n = anycov_bits.limit;
	r.first = anycov_bits.first;
	r.step = sizeof(uint32_t);
	dump_row(d, &r);
}

static size_t clear(int section)
{
	const size_t n = size(section);
	uint8_t *p = start(section);
	size_t i;

	for (i = 0; i < n; i++)
		ANYCOV_WRITE(p[i], 0); /* does not become memset() */
	return n;
}

size_t ANYCOV_NO_COV anycov_counters(void)
{
	anycov_dump_counters = dump_all;
	return clear(COUNTERS) + clear(FLAGS);
}

size_t ANYCOV_NO_COV anycov_guards(void)
{
	return size(GUARDS) / sizeof(uint32_t);
}

int ANYCOV_NO_COV anycov_guard_bits(void *row, size_t bytes)
{
	const size_t n = anycov_guards(), words = bytes / sizeof(anycov_word);
	size_t i;

	ANYCOV_WRITE(anycov_bits.magic, 0);
	anycov_barrier();
	if (!row)
		return 0;
	if ((uintptr_t)row % sizeof(anycov_word))
		return ANYCOV_EINVAL;
	if (!n || words * 8 * sizeof(anycov_word) < n)
		return ANYCOV_ENOMEM;
	anycov_bits.row = row;
	anycov_bits.limit = n;
	anycov_bits.first = (uintptr_t)start(GUARDS);
	for (i = 0; i < words; i++)
		ANYCOV_WRITE(anycov_bits.row[i], 0);
	anycov_dump_counters = dump_all;
	anycov_barrier();
	ANYCOV_WRITE(anycov_bits.magic, ANYCOV_BITS_MAGIC);
	return 0;
}
