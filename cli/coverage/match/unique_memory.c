/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include "base/base.h"
#include "coverage/match/unique_memory.h"

#define ANYCOV_SIZE uint64_t
#define ANYCOV_SIZE_FUNCTION static inline
#include "anycov/unique_size.h"

/* Doublings of the table that are tried; each halves the share of its slots that are taken. */
#define MAX_DOUBLINGS 8

struct unique_memory unique_memory_of(uint64_t bytes, unsigned word_bytes)
{
	struct unique_memory m = { .bytes = bytes,
				   .words = anycov_unique_words(bytes, word_bytes) };

	m.table_bytes = anycov_unique_slots(m.words) * ANYCOV_UNIQUE_SLOT_BYTES;
	return m;
}

uint64_t unique_memory_records(const struct unique_memory *m)
{
	return m->words ? m->words - 1 : 0; /* one word is the count */
}

/* Returns the least memory whose buffer has this number of words or more. */
static struct unique_memory least_memory(uint64_t words, unsigned word_bytes)
{
	uint64_t bytes = words * word_bytes + anycov_unique_slots(words) * ANYCOV_UNIQUE_SLOT_BYTES;

	for (bytes = (bytes + 7) / 8 * 8; anycov_unique_words(bytes, word_bytes) < words;)
		bytes += 8;
	return unique_memory_of(bytes, word_bytes);
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Records that go from group to group until they find a free slot. */
struct probing {
	uint64_t at, waiting, full; /* the group; for it; full ones before it, without a gap */
};

/* Fills groups up to the one with this number.  Returns false if a record finds no slot. */
static bool fill_groups(struct probing *p, uint64_t to)
{
	for (; p->at < to && p->waiting; p->at++) {
		if (p->waiting < ANYCOV_UNIQUE_GROUP) {
			p->waiting = p->full = 0;
		} else {
			p->waiting -= ANYCOV_UNIQUE_GROUP;
			if (++p->full == ANYCOV_UNIQUE_GROUPS)
				return false;
		}
	}
	if (p->at < to)
		p->full = 0;
	p->at = to;
	return true;
}

/*
 * A search visits groups of slots, and its sequence of groups is one after the other if groups are
 * numbered by the product with the inverse of the step: linear probing, with groups as buckets.
 * Which slots are taken does then not depend on the order in which records come, and more records
 * never free one.  So no search fails if, with all of them, no run of full groups is as long as
 * what a search visits.  An address that is added to all PCs, as load biases are (multiples of a
 * page), moves all groups by the same number.  The second part, which takes what does not fit
 * into the first, is not counted.
 */
bool unique_memory_has_slots(const struct unique_memory *m, const struct unique_pcs *pcs)
{
	const uint64_t slots = anycov_unique_first(m->words);
	const uint64_t groups = slots / ANYCOV_UNIQUE_GROUP;
	const uint64_t inverse = pcs->word_bytes == 8   ? ANYCOV_UNIQUE_UNMIX_64
				 : pcs->word_bytes == 4 ? ANYCOV_UNIQUE_UNMIX_32
							: ANYCOV_UNIQUE_UNMIX_16;
	struct probing p = { 0, 0, 0 };
	uint64_t *first;
	bool fits = true;

	if (pcs->n >= slots)
		return false;
	if (groups <= ANYCOV_UNIQUE_GROUPS)
		return true; /* searches visit every slot */
	if (!pcs->addresses_known)
		return false;
	first = xcalloc(pcs->n + 1, sizeof(*first));
	for (size_t i = 0; i < pcs->n; i++)
		first[i] = (pcs->home[i] / ANYCOV_UNIQUE_GROUP * inverse) & (groups - 1);
	qsort(first, pcs->n, sizeof(*first), compare);
	/* Twice: what the last groups cannot take goes to the first ones. */
	for (int pass = 0; pass < 2 && fits; pass++) {
		p.at = 0;
		for (size_t i = 0; i < pcs->n && fits; i++) {
			fits = fill_groups(&p, first[i]);
			p.waiting++;
		}
		fits = fits && fill_groups(&p, groups);
	}
	free(first);
	return fits;
}

bool unique_memory_find(struct unique_memory *m, const struct unique_pcs *pcs)
{
	*m = least_memory((uint64_t)pcs->n + 1, pcs->word_bytes);
	for (unsigned i = 0; !unique_memory_has_slots(m, pcs); i++) {
		if (i == MAX_DOUBLINGS || !pcs->addresses_known)
			return false;
		*m = least_memory(anycov_unique_first(m->words), pcs->word_bytes);
	}
	return true;
}
