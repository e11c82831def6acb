/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* AVR: call, rcall, jmp, rjmp.  Addresses are in bytes, operands in words. */
#include "image/code.h"
#include "image/scan.h"

/* rcall may wrap around the end of flash on 8 KiB devices. */
static bool decode(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		   struct branch *b)
{
	uint32_t i;

	(void)img;
	if (n < 2)
		return false;
	i = load16(p);
	if ((i & 0xe000) == 0xc000) { /* rjmp 0xc000, rcall 0xd000 */
		b->length = 2;
		b->link = i & 0x1000;
		b->target = addr + 2 + (uint64_t)(sign_extend(i, 12) * 2);
		return true;
	}
	if (n < 4 || (i & 0xfe0c) != 0x940c)
		return false;
	b->length = 4;
	b->link = i & 2;
	b->target = ((uint64_t)(i & 1) << 16 | (uint64_t)(i >> 4 & 0x1f) << 17 | load16(p + 2)) * 2;
	return true;
}

static unsigned length(const struct image *img, const unsigned char *p, size_t n)
{
	uint32_t i = n >= 2 ? load16(p) : 0;

	(void)img;
	/* call, jmp; lds, sts */
	return (i & 0xfe0c) == 0x940c || (i & 0xfc0f) == 0x9000 ? 4 : 2;
}

static bool stub(const struct image *img, uint64_t addr, struct branch *b)
{
	const unsigned char *p = image_bytes(img, addr, 4);

	return p && decode(img, p, 4, addr, b) && !b->link;
}

static const struct scan_reloc relocs[] = { { 18, 0, 4, true, 0, 0 }, /* R_AVR_CALL */
					    { 3, 0, 2, true, 0, 0 },  /* R_AVR_13_PCREL */
					    { 0, 0, 0, false, 0, 0 } };

const struct scan_arch scan_avr = {
	.machine = EM_AVR,
	.decode = decode,
	.stub = stub,
	.length = length,
	.step = 2,
	.relocs = relocs,
	.abs_relocs = { 1 }, /* 32 */
};
