/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the bits of a recorded PC mean, by architecture. */
#include "coverage/match/match.h"

uint64_t normalise_pc(const struct image *img, const struct dump_info *info, uint64_t pc)
{
	switch (img->machine) {
	case EM_ARM:
		return pc & ~(uint64_t)1;
	case EM_AVR:
		return info->raw_pc ? pc * 2 : pc;
	case EM_XTENSA:
		/* Windowed calls store the window size in the top bits. */
		if (info->raw_pc && img->n_loaded) {
			uint64_t code = img->sections[img->loaded[0]].addr;

			return (pc & 0x3fffffff) | (code & 0xc0000000);
		}
		return pc;
	case EM_AARCH64:
		/* Pointer authentication codes are above bit 47 of an address. */
		if (info->raw_pc)
			return pc >> 55 & 1 ? pc | ~0ull << 48 : pc & ~(~0ull << 48);
		return pc;
	default:
		return pc;
	}
}
