/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdio.h>
#include <string.h>
#include "image/load_offset.h"

bool load_offset_parse(const char *word, struct load_offset *to)
{
	const bool negative = *word == '-';

	*to = (struct load_offset){ .given = true, .is_auto = !strcmp(word, "auto") };
	if (to->is_auto)
		return true;
	if (!parse_u64(word + negative, &to->value))
		return false;
	if (negative)
		to->value = -to->value;
	return true;
}

const char *load_offset_text(const struct image *img, uint64_t offset, char to[LOAD_OFFSET_ROOM])
{
	const uint64_t below = img->is64 ? -offset : (uint32_t)-offset;
	const bool negative = below < load_offset_apply(img, 0, offset);

	snprintf(to, LOAD_OFFSET_ROOM, "%s0x%llx", negative ? "-" : "",
		 (unsigned long long)(negative ? below : load_offset_apply(img, 0, offset)));
	return to;
}
