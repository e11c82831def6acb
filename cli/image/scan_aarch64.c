/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* AArch64: bl, b; PLT entries and the linkers' veneers. */
#include "image/code.h"
#include "image/scan.h"

static bool decode(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		   struct branch *b)
{
	uint32_t insn;

	(void)img;
	if (n < 4 || addr & 3)
		return false;
	insn = load32(p);
	if ((insn & 0x7c000000) != 0x14000000)
		return false;
	b->length = 4;
	b->link = insn >> 31;
	b->target = addr + (uint64_t)(sign_extend(insn, 26) * 4);
	return true;
}

static uint64_t adrp(uint32_t insn, uint64_t addr)
{
	uint64_t imm = (insn >> 29 & 3) | (insn >> 5 & 0x7ffff) << 2;

	return (addr & ~0xfffull) + (uint64_t)(sign_extend(imm, 21) * 4096);
}

static bool stub(const struct image *img, uint64_t addr, struct branch *b)
{
	const unsigned char *p = image_bytes(img, addr, 12);
	uint32_t first, second, third;

	if (p && load32(p) == 0xd503245f) { /* bti c */
		addr += 4;
		p = image_bytes(img, addr, 12);
	}
	if (!p)
		return false;
	first = load32(p);
	second = load32(p + 4);
	third = load32(p + 8);
	if ((first & 0x9f00001f) == 0x90000010) { /* adrp x16, page */
		uint64_t page = adrp(first, addr);

		if ((second & 0xffc003ff) == 0xf9400211) { /* ldr x17, [x16, #n] */
			b->slot = true;
			b->target = page + (second >> 10 & 0xfff) * 8;
			return true;
		}
		/* add x16, x16, #n; br x16 */
		if ((second & 0xffc003ff) == 0x91000210 && third == 0xd61f0200) {
			b->target = page + (second >> 10 & 0xfff);
			return true;
		}
	}
	if (first == 0x58000050 && second == 0xd61f0200) { /* ldr x16, 8; br x16; .xword */
		b->slot = true;
		b->target = addr + 8;
		return true;
	}
	return (first & 0xfc000000) == 0x14000000 && decode(img, p, 4, addr, b);
}

static const struct scan_reloc relocs[] = { { 283, 0, 4, true, 0, 0 },  /* R_AARCH64_CALL26 */
					    { 282, 0, 4, false, 0, 0 }, /* R_AARCH64_JUMP26 */
					    { 0, 0, 0, false, 0, 0 } };

const struct scan_arch scan_aarch64 = {
	.machine = EM_AARCH64,
	.decode = decode,
	.stub = stub,
	.step = 4,
	.relocs = relocs,
	.abs_relocs = { 257, 258 }, /* ABS64, ABS32 */
};
