/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* RISC-V: jal, auipc + jalr, c.jal (RV32) and c.j; PLT entries. */
#include "image/code.h"
#include "image/scan.h"

static uint64_t wrap(const struct image *img, uint64_t addr)
{
	return img->is64 ? addr : (uint32_t)addr;
}

static int64_t jal_offset(uint32_t i)
{
	uint64_t v = (i >> 31) << 20 | (i >> 12 & 0xff) << 12 | (i >> 20 & 1) << 11 |
		     (i >> 21 & 0x3ff) << 1;

	return sign_extend(v, 21);
}

static int64_t cj_offset(uint32_t i)
{
	uint64_t v = (i >> 12 & 1) << 11 | (i >> 11 & 1) << 4 | (i >> 9 & 3) << 8 |
		     (i >> 8 & 1) << 10 | (i >> 7 & 1) << 6 | (i >> 6 & 1) << 7 |
		     (i >> 3 & 7) << 1 | (i >> 2 & 1) << 5;

	return sign_extend(v, 12);
}

static bool decode(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		   struct branch *b)
{
	uint32_t i, next, rd;

	if (n < 2)
		return false;
	i = load16(p);
	if ((i & 3) == 1 && ((i >> 13) == 5 || ((i >> 13) == 1 && !img->is64))) {
		b->length = 2;
		b->link = (i >> 13) == 1;
		b->target = wrap(img, addr + (uint64_t)cj_offset(i));
		return true;
	}
	if (n < 4)
		return false;
	i = load32(p);
	rd = i >> 7 & 31;
	if ((i & 0x7f) == 0x6f && rd <= 1) {
		b->length = 4;
		b->link = rd == 1;
		b->target = wrap(img, addr + (uint64_t)jal_offset(i));
		return true;
	}
	if ((i & 0x7f) != 0x17 || n < 8)
		return false;
	next = load32(p + 4);
	/* jalr x0 or x1 through the register that auipc set */
	if ((next & 0x707f) != 0x67 || (next >> 15 & 31) != rd || (next >> 7 & 31) > 1)
		return false;
	b->length = 8;
	b->link = (next >> 7 & 31) == 1;
	b->target = wrap(img, addr + (uint64_t)sign_extend(i & 0xfffff000, 32) +
				      (uint64_t)sign_extend(next >> 20, 12));
	return true;
}

static unsigned length(const struct image *img, const unsigned char *p, size_t n)
{
	(void)img;
	return n >= 2 && (p[0] & 3) == 3 ? 4 : 2;
}

/* auipc t3, x; l[wd] t3, y(t3); jalr t1, t3 */
static bool stub(const struct image *img, uint64_t addr, struct branch *b)
{
	const unsigned char *p = image_bytes(img, addr, 8);
	uint32_t i, next;

	if (!p)
		return false;
	i = load32(p);
	next = load32(p + 4);
	if ((i & 0xfff) == 0xe17 && (next & 0xf8fff) == (img->is64 ? 0xe3e03u : 0xe2e03u)) {
		b->slot = true;
		b->target = wrap(img, addr + (uint64_t)sign_extend(i & 0xfffff000, 32) +
					      (uint64_t)sign_extend(next >> 20, 12));
		return true;
	}
	return decode(img, p, 8, addr, b) && !b->link;
}

static const struct scan_reloc relocs[] = { { 18, 0, 8, true, 0, 0 }, /* R_RISCV_CALL */
					    { 19, 0, 8, true, 0, 0 }, /* R_RISCV_CALL_PLT */
					    { 17, 0, 4, true, 0, 0 }, /* R_RISCV_JAL */
					    { 45, 0, 2, true, 0, 0 }, /* R_RISCV_RVC_JUMP */
					    { 0, 0, 0, false, 0, 0 } };

const struct scan_arch scan_riscv = {
	.machine = EM_RISCV,
	.decode = decode,
	.stub = stub,
	.length = length,
	.step = 2,
	.relocs = relocs,
	.abs_relocs = { 2, 1 }, /* 64, 32 */
};
