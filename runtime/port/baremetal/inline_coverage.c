/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coverage without records: counters and flags that instrumented code writes itself (one byte
 * per probe), and guards whose hook sets a bit.  A dump contains the addresses of those that
 * are set; the map has the block of each.
 */
#include "port.h"
#include "anycov/dump.h"

/* Section bounds, defined by the linker; 0: the image has no such section. */
#define BOUND __attribute__((weak, visibility("hidden")))
extern uint8_t __start___sancov_cntrs[] BOUND, __stop___sancov_cntrs[] BOUND;
extern uint8_t __start___sancov_bools[] BOUND, __stop___sancov_bools[] BOUND;
extern uint8_t __start___sancov_guards[] BOUND, __stop___sancov_guards[] BOUND;

/*
 * The bounds of the sections.  They are in an array that is read through a volatile pointer: for
 * addresses taken in code the compiler may use a table (.got), which many linker scripts do not
 * place.
 */
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

/* One value per probe, nonzero if it was executed. */
struct probe_flags {
	const uint8_t *bytes; /* one per probe, or NULL: bits */
	const anycov_word *bits;
	anycov_word n;
	uintptr_t first; /* address of the first probe; the next is step bytes further */
	unsigned step;
};

static int is_set(const struct probe_flags *r, anycov_word i)
{
	const unsigned bits = 8 * sizeof(anycov_word);

	return r->bytes ? ANYCOV_READ(r->bytes[i]) != 0
			: ANYCOV_READ(r->bits[i / bits]) >> (i % bits) & 1;
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
 * Interrupts continue counting meanwhile, and a counter may wrap to 0: writes as many words as
 * the chunk's length says, repeating the last one if necessary.
 */
static void dump_probes(struct anycov_dump *d, const struct probe_flags *r)
{
	uintptr_t some = 0;
	anycov_word i, n = 0;

	for (i = 0; i < r->n; i++) {
		if (!is_set(r, i))
			continue;
		some = r->first + i * r->step;
		n++;
	}
	/* No multiplication: AVR would call a helper for it. */
	anycov_dump_chunk(d, ANYCOV_DUMP_TAG_COUNTERS, 0,
			  (uint32_t)n << (d->word_bytes == 8   ? 3
					  : d->word_bytes == 4 ? 2
							       : 1),
			  0);
	for (i = 0; i < r->n && n; i++) {
		if (!is_set(r, i))
			continue;
		put_address(d, r->first + i * r->step);
		n--;
	}
	for (; n; n--)
		put_address(d, some);
}

static void dump_bytes(struct anycov_dump *d, int section)
{
	struct probe_flags r;

	r.bytes = start(section);
	r.bits = NULL;
	r.n = size(section);
	r.first = (uintptr_t)r.bytes;
	r.step = 1;
	if (r.n)
		dump_probes(d, &r);
}

static void dump_all(struct anycov_dump *d)
{
	struct probe_flags r;

	dump_bytes(d, COUNTERS);
	dump_bytes(d, FLAGS);
	if (anycov_guard_bitmap.magic != ANYCOV_GUARD_BITMAP_MAGIC)
		return;
	r.bytes = NULL;
	r.bits = anycov_guard_bitmap.bits;
	r.n = anycov_guard_bitmap.limit;
	r.first = anycov_guard_bitmap.first;
	r.step = sizeof(uint32_t);
	dump_probes(d, &r);
}

static size_t clear(int section)
{
	const size_t n = size(section);
	uint8_t *p = start(section);
	size_t i;

	for (i = 0; i < n; i++)
		ANYCOV_WRITE(p[i], 0); /* volatile: does not become memset() */
	return n;
}

size_t ANYCOV_NO_COV anycov_counters_start(void)
{
	anycov_dump_inline_coverage = dump_all;
	return clear(COUNTERS) + clear(FLAGS);
}

ANYCOV_ALIAS(size_t, anycov_counters, (void), anycov_counters_start)

size_t ANYCOV_NO_COV anycov_guards_total(void)
{
	return size(GUARDS) / sizeof(uint32_t);
}

ANYCOV_ALIAS(size_t, anycov_guards, (void), anycov_guards_total)

int ANYCOV_NO_COV anycov_guard_bits(void *bitmap, size_t bytes)
{
	const size_t n = anycov_guards_total(), words = bytes / sizeof(anycov_word);
	size_t i;

	ANYCOV_WRITE(anycov_guard_bitmap.magic, 0);
	anycov_barrier();
	if (!bitmap)
		return 0;
#if ANYCOV_PORT_CORES > 1 && ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_IRQMASK
	return ANYCOV_ENOSYS; /* cores would lose each other's bits */
#endif
	if ((uintptr_t)bitmap % sizeof(anycov_word))
		return ANYCOV_EINVAL;
	if (!n || words * 8 * sizeof(anycov_word) < n)
		return ANYCOV_ENOMEM;
	anycov_guard_bitmap.bits = bitmap;
	anycov_guard_bitmap.limit = n;
	anycov_guard_bitmap.first = (uintptr_t)start(GUARDS);
	for (i = 0; i < words; i++)
		ANYCOV_WRITE(anycov_guard_bitmap.bits[i], 0);
	anycov_dump_inline_coverage = dump_all;
	anycov_barrier();
	ANYCOV_WRITE(anycov_guard_bitmap.magic, ANYCOV_GUARD_BITMAP_MAGIC);
	return 0;
}
