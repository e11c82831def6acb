/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "base/base.h"

const char *share_text(char out[SHARE_ROOM], uint64_t part, uint64_t total)
{
	uint64_t tenths = total ? part * 1000 / total : 0;

	if (part && !tenths)
		snprintf(out, SHARE_ROOM, "<0.1");
	else
		snprintf(out, SHARE_ROOM, "%u.%u", (unsigned)(tenths / 10),
			 (unsigned)(tenths % 10));
	return out;
}
