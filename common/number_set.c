/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/alloc.h"
#include "common/number_set.h"

static uint64_t *find_slot(const struct anycov_number_set *s, uint64_t number)
{
	uint32_t i = (uint32_t)((number * 0x9e3779b97f4a7c15u) >> 32) & (s->size - 1);

	while (s->slot[i] && s->slot[i] != number)
		i = (i + 1) & (s->size - 1);
	return &s->slot[i];
}

void anycov_number_set_add(struct anycov_number_set *s, uint64_t number)
{
	struct anycov_number_set old = *s;
	uint64_t *at;

	if (2 * s->used >= s->size) {
		s->size = old.size ? 2 * old.size : 64;
		s->slot = anycov_need_array(s->size, sizeof(*s->slot));
		for (uint32_t i = 0; i < old.size; i++)
			if (old.slot[i])
				*find_slot(s, old.slot[i]) = old.slot[i];
		free(old.slot);
	}
	at = find_slot(s, number);
	s->used += !*at;
	*at = number;
}

bool anycov_number_set_has(const struct anycov_number_set *s, uint64_t number)
{
	return s->size && *find_slot(s, number);
}

void anycov_number_set_clear(struct anycov_number_set *s)
{
	free(s->slot);
	memset(s, 0, sizeof(*s));
}
