/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "base/base.h"
#include "base/u64_map.h"

const char *intern(const char *s)
{
	static struct u64_map by_hash; /* of a text -> index in all + 1 */
	static struct string_list all;

	for (uint64_t hash = fnv1a_update(FNV1A_OFFSET, s, strlen(s));; hash++) {
		uint64_t *known = u64_map_get_or_add(&by_hash, hash);

		if (!*known) {
			string_list_add(&all, s);
			*known = all.n;
		}
		if (!strcmp(all.v[*known - 1], s))
			return all.v[*known - 1];
	}
}
