/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unique modes of host programs (libanycov-full.a).  The runtime's own buffers get their slots
 * right below them; a caller's buffer is split: records in the first half, slots in the second;
 * for 2|4 each half is split the same way.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "port.h"
#include "hooks/modes.h"
#include "hooks/unique.h"

static size_t pages(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (n + page - 1) / page * page;
}

/* Slots contain record numbers: what another mode or the caller left there is not valid. */
static void split_buffer(struct host_thread *t, struct anycov_areas *a, unsigned parts)
{
	size_t part = t->given_bytes / parts / 8 * 8;
	char *p = t->given;

	a->size = part / (sizeof(anycov_word) + 8) / 2 * 2;
	a->area = t->given;
	a->slots = (anycov_u32 *)(a->area + a->size) + anycov_unique_slots(a->size);
	if (parts == 2) {
		a->edge_area = (anycov_word *)(p + part);
		a->edge_slots =
			(anycov_u32 *)(a->edge_area + a->size) + anycov_unique_slots(a->size);
	}
	memset(t->given, 0, t->given_bytes);
}

static int map_buffer(struct host_thread *t, struct anycov_areas *a, unsigned parts)
{
	size_t words = host_config.words;
	size_t slots = pages(anycov_unique_slots(words) * sizeof(anycov_u32));
	size_t part = slots + pages(words * sizeof(anycov_word));
	char *p = mmap(NULL, parts * part, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return ANYCOV_ENOMEM;
	if (t->map)
		munmap(t->map, t->map_bytes);
	t->map = p;
	t->map_bytes = parts * part;
	a->size = words;
	a->area = (anycov_word *)(p + slots);
	a->slots = (anycov_u32 *)a->area;
	if (parts == 2) {
		a->edge_area = (anycov_word *)(p + part + slots);
		a->edge_slots = (anycov_u32 *)a->edge_area;
	}
	return 0;
}

int host_unique_init(struct host_thread *t, int kind)
{
	unsigned parts = kind == ANYCOV_M_UNIQ_BOTH ? 2 : 1;
	struct anycov_areas a;
	int err = 0;

	memset(&a, 0, sizeof(a));
	if (!t->given && anycov_self.kind == kind) {
		/* As the last start left it: a count of 0 empties the set. */
		anycov_self.limit = anycov_self.unique.limit;
		return 0;
	}
	if (t->given)
		split_buffer(t, &a, parts);
	else
		err = map_buffer(t, &a, parts);
	if (err)
		return err;
	if (!anycov_limit(kind, a.size))
		return ANYCOV_ENOMEM;
	anycov_ctx_init(&anycov_self, kind, &a);
	return 0;
}
