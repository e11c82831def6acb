/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * 32-bit ARM: bl and blx in ARM and in Thumb code, PLT entries, veneers.
 * Both encodings are tried at each address: one of the wrong kind would not have
 * exactly the address of a hook by chance.
 */
#include "image/code.h"
#include "image/scan.h"

#define EF_ARM_BE8_FLAG 0x00800000u

/* Code is big-endian in old big-endian images only (BE32). */
static bool big_code(const struct image *img)
{
	return img->big_endian && (img->relocatable || !(img->e_flags & EF_ARM_BE8_FLAG));
}

static uint32_t half(const struct image *img, const unsigned char *p)
{
	return big_code(img) ? (uint32_t)(p[0] << 8 | p[1]) : load16(p);
}

static uint32_t word(const struct image *img, const unsigned char *p)
{
	if (big_code(img))
		return half(img, p) << 16 | half(img, p + 2);
	return load32(p);
}

static bool decode_thumb(uint32_t h1, uint32_t h2, uint64_t addr, struct branch *b)
{
	uint32_t s = h1 >> 10 & 1, j1 = h2 >> 13 & 1, j2 = h2 >> 11 & 1;
	uint64_t offset = s << 24 | (uint32_t) !(j1 ^ s) << 23 | (uint32_t) !(j2 ^ s) << 22 |
			  (h1 & 0x3ff) << 12 | (h2 & 0x7ff) << 1;
	uint64_t pc = addr + 4;

	if ((h1 & 0xf800) != 0xf000)
		return false;
	b->length = 4;
	b->link = true;
	if ((h2 & 0xd000) == 0xc000) /* blx, to ARM code */
		pc &= ~3ull;
	else if ((h2 & 0xd000) == 0x9000) /* b.w */
		b->link = false;
	else if ((h2 & 0xd000) != 0xd000)
		return false;
	b->target = (uint32_t)(pc + (uint64_t)sign_extend(offset, 25));
	return true;
}

static bool decode_arm(uint32_t insn, uint64_t addr, struct branch *b)
{
	uint64_t target = addr + 8 + (uint64_t)(sign_extend(insn, 24) * 4);

	b->length = 4;
	if ((insn & 0xfe000000) == 0xfa000000) { /* blx, to Thumb code */
		b->link = true;
		b->target = (uint32_t)(target + (insn >> 24 & 1) * 2);
		return true;
	}
	if (insn >> 28 == 0xf || (insn & 0x0e000000) != 0x0a000000)
		return false;
	b->link = insn >> 24 & 1;
	b->target = (uint32_t)target;
	return true;
}

static bool decode_any(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		       struct branch *b)
{
	if (n < 4 || addr & 1)
		return false;
	if (decode_thumb(half(img, p), half(img, p + 2), addr, b))
		return true;
	*b = (struct branch){ 0 };
	return !(addr & 3) && decode_arm(word(img, p), addr, b);
}

static uint32_t rotated(uint32_t imm12)
{
	uint32_t v = imm12 & 0xff, by = (imm12 >> 8) * 2;

	return by ? v >> by | v << (32 - by) : v;
}

static bool stub_arm(const struct image *img, uint64_t addr, struct branch *b)
{
	const unsigned char *p = image_bytes(img, addr, 12);
	uint32_t a, c, d;

	if (!p || addr & 3)
		return false;
	a = word(img, p);
	c = word(img, p + 4);
	d = word(img, p + 8);
	b->slot = true;
	if (a == 0xe51ff004) { /* ldr pc, [pc, #-4]; .word */
		b->target = addr + 4;
		return true;
	}
	if (a == 0xe59fc000 && c == 0xe12fff1c) { /* ldr ip, [pc]; bx ip; .word */
		b->target = addr + 8;
		return true;
	}
	/* add ip, pc, #x; add ip, ip, #y; ldr pc, [ip, #z]! */
	if ((a & 0xfffff000) == 0xe28fc000 && (c & 0xfffff000) == 0xe28cc000 &&
	    (d & 0xfffff000) == 0xe5bcf000) {
		b->target = (uint32_t)(addr + 8 + rotated(a & 0xfff) + rotated(c & 0xfff) +
				       (d & 0xfff));
		return true;
	}
	b->slot = false;
	return (a & 0xff000000) == 0xea000000 && decode_arm(a, addr, b);
}

/* The immediate of a Thumb movw or movt. */
static uint32_t imm16(uint32_t h1, uint32_t h2)
{
	return (h1 & 0xf) << 12 | (h1 >> 10 & 1) << 11 | (h2 >> 12 & 7) << 8 | (h2 & 0xff);
}

/* movw ip, #x; movt ip, #y; then bx ip (a veneer), or add ip, pc; ldr.w pc, [ip] (a PLT). */
static bool stub_movw(const struct image *img, const unsigned char *p, uint64_t addr,
		      struct branch *b)
{
	uint32_t value = imm16(half(img, p), half(img, p + 2)) |
			 imm16(half(img, p + 4), half(img, p + 6)) << 16;
	uint32_t next = half(img, p + 8);

	if (next == 0x4760) {
		b->target = value;
		return true;
	}
	if (next == 0x44fc) { /* add ip, pc: pc is 4 ahead of the add at + 8 */
		b->target = (uint32_t)(addr + 12 + value);
		b->slot = half(img, p + 10) == 0xf8dc; /* else bx ip */
		return true;
	}
	return false;
}

static bool stub(const struct image *img, uint64_t addr, struct branch *b)
{
	const unsigned char *p = image_bytes(img, addr, 16);
	uint32_t h1, h2;

	if (!p)
		return stub_arm(img, addr, b);
	h1 = half(img, p);
	h2 = half(img, p + 2);
	if (h1 == 0x4778 && h2 == 0x46c0) /* bx pc; nop: ARM code follows */
		return stub_arm(img, addr + 4, b);
	if (h1 == 0xf85f && h2 == 0xf000) { /* ldr.w pc, [pc, #-0]; .word */
		b->slot = true;
		b->target = addr + 4;
		return true;
	}
	if (h1 == 0xb401 && h2 == 0x4802) { /* push {r0}; ldr r0, [pc, #8]; ... .word */
		b->slot = true;
		b->target = addr + 12;
		return true;
	}
	if ((h1 & 0xfbf0) == 0xf240 && (h2 & 0x8f00) == 0x0c00 &&
	    (half(img, p + 4) & 0xfbf0) == 0xf2c0)
		return stub_movw(img, p, addr, b);
	if (decode_thumb(h1, h2, addr, b) && !b->link)
		return true;
	*b = (struct branch){ 0 };
	return stub_arm(img, addr, b);
}

static const struct scan_reloc relocs[] = { { 28, 0, 4, true, 0, 0 },  /* R_ARM_CALL */
					    { 10, 0, 4, true, 0, 0 },  /* R_ARM_THM_CALL */
					    { 1, 0, 4, true, 0, 0 },   /* R_ARM_PC24 */
					    { 27, 0, 4, true, 0, 0 },  /* R_ARM_PLT32 */
					    { 29, 0, 4, false, 0, 0 }, /* R_ARM_JUMP24 */
					    { 30, 0, 4, false, 0, 0 }, /* R_ARM_THM_JUMP24 */
					    { 0, 0, 0, false, 0, 0 } };

const struct scan_arch scan_arm = {
	.machine = EM_ARM,
	.decode = decode_any,
	.stub = stub,
	.step = 2,
	.relocs = relocs,
	.abs_relocs = { 2 }, /* ABS32 */
};
