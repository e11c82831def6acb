/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds calls of hooks in Xtensa code (little-endian): call0/4/8/12, and (-mlongcalls) l32r of
 * the hook's address followed by callx.  Every byte offset is tried, because padding after jumps
 * would misalign sequential decoding; a match by chance is unlikely, as all 24 bits of a call or
 * of l32r must lead to a hook.
 */
#include "image/code.h"
#include "image/scan.h"

#define CALLX_WITHIN 16 /* bytes between l32r and its callx */

static uint32_t load24(const unsigned char *p)
{
	return load16(p) | (uint32_t)p[2] << 16;
}

static unsigned length(const unsigned char *p, size_t n)
{
	/* op0 8 to 13: the two-byte instructions of the code density option */
	return n && (p[0] & 15) >= 8 && (p[0] & 15) <= 13 ? 2 : 3;
}

/* l32r loads the hook's address: find the callx through that register. */
static bool decode_long(const unsigned char *p, size_t n, uint64_t addr, struct branch *b)
{
	uint32_t i = load24(p), reg = i >> 4 & 15;

	for (size_t at = 3; at + 3 <= n && at < CALLX_WITHIN; at += length(p + at, n - at)) {
		uint32_t next = load24(p + at);

		/* callxN as: op0 0, m 3, n N/4, s the register */
		if ((next & 0xfff0cf) == 0x0000c0 && (next >> 8 & 15) == reg) {
			b->slot = true;
			b->link = true;
			b->length = (unsigned)at + 3;
			b->target =
				(uint32_t)(((addr + 3) & ~3ull) + (0xfffc0000u | (i >> 8) << 2));
			return true;
		}
	}
	return false;
}

static bool decode(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		   struct branch *b)
{
	uint32_t i;

	if (n < 3 || img->big_endian)
		return false;
	i = load24(p);
	if ((i & 15) == 5) {
		b->length = 3;
		b->link = true;
		b->target =
			(uint32_t)((addr & ~3ull) + 4 + (uint64_t)(sign_extend(i >> 6, 18) * 4));
		return true;
	}
	if ((i & 0x3f) == 6) { /* j */
		b->length = 3;
		b->target = (uint32_t)(addr + 4 + (uint64_t)sign_extend(i >> 6, 18));
		return true;
	}
	return (i & 15) == 1 && decode_long(p, n, addr, b);
}

static const struct scan_reloc relocs[] = { { 20, 0, 3, true, 0, 0 }, /* R_XTENSA_SLOT0_OP */
					    { 11, 0, 6, true, 0,
					      0 }, /* R_XTENSA_ASM_EXPAND: l32r, callx0 */
					    { 0, 0, 0, false, 0, 0 } };

const struct scan_arch scan_xtensa = {
	.machine = EM_XTENSA,
	.decode = decode,
	.step = 1,
	.relocs = relocs,
	.abs_relocs = { 1 }, /* 32 */
};
