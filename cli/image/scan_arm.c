/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * 32-bit ARM: bl and blx in ARM and in Thumb code, PLT entries, veneers.
 * Symbols distinguish them; in a stripped image the words around a call do.
 */
#include "image/code.h"
#include "image/scan.h"

/* Bytes on each side of a word that decide its instruction set in a stripped image. */
#define AROUND 64

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

/*
 * Returns which instruction set the code around an address is in.  Nearly every word of A32
 * code has the condition "always" (0xe) in its upper four bits; of Thumb code one in ten has.
 */
static enum code_kind kind_around(const struct image *img, uint64_t addr)
{
	const struct section *s = image_section_at(img, addr);
	uint64_t from, to;
	unsigned always = 0, words = 0;

	if (!s)
		return CODE_THUMB;
	from = addr - s->addr > AROUND ? addr - AROUND : s->addr;
	to = s->addr + s->size - addr > AROUND ? addr + AROUND : s->addr + s->size;
	for (from = (from + 3) & ~3ull; from + 4 <= to; from += 4) {
		always += word(img, s->bytes + (from - s->addr)) >> 28 == 0xe;
		words++;
	}
	return always * 2 > words ? CODE_ARM : CODE_THUMB;
}

static bool decode_as(enum code_kind kind, const struct image *img, const unsigned char *p,
		      uint64_t addr, struct branch *b)
{
	if (kind == CODE_ARM)
		return !(addr & 3) && decode_arm(word(img, p), addr, b);
	return kind == CODE_THUMB && decode_thumb(half(img, p), half(img, p + 2), addr, b);
}

/*
 * Decodes a word.  Without symbols one that is a branch in both instruction sets is decoded
 * in that of the code around it, or with other set, in the second one.
 */
static bool decode_word(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
			bool other, struct branch *b)
{
	enum code_kind kind;
	struct branch arm = { 0 }, thumb = { 0 };
	bool is_arm, is_thumb;

	if (n < 4 || addr & 1)
		return false;
	kind = image_code_kind(img, addr);
	if (kind)
		return !other && decode_as(kind, img, p, addr, b);
	is_arm = decode_as(CODE_ARM, img, p, addr, &arm);
	is_thumb = decode_as(CODE_THUMB, img, p, addr, &thumb);
	if (is_arm && is_thumb)
		is_arm = (kind_around(img, addr) == CODE_ARM) != other;
	else if (other)
		return false;
	*b = is_arm ? arm : thumb;
	return is_arm || is_thumb;
}

static bool decode(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		   struct branch *b)
{
	return decode_word(img, p, n, addr, false, b);
}

static bool decode_other(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
			 struct branch *b)
{
	return decode_word(img, p, n, addr, true, b);
}

static uint32_t rotated(uint32_t imm12)
{
	uint32_t v = imm12 & 0xff, by = (imm12 >> 8) * 2;

	return by ? v >> by | v << (32 - by) : v;
}

static bool stub_arm(const struct image *img, uint64_t addr, struct branch *b)
{
	/* The last stub of a section may be a single word. */
	const unsigned char *p = image_bytes(img, addr, 4), *more = image_bytes(img, addr, 12);
	uint32_t a, c, d;

	if (!p || addr & 3)
		return false;
	a = word(img, p);
	c = more ? word(img, more + 4) : 0;
	d = more ? word(img, more + 8) : 0;
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
	const unsigned char *p = image_bytes(img, addr, 4);
	uint32_t h1, h2;

	if (!p)
		return false;
	h1 = half(img, p);
	h2 = half(img, p + 2);
	/* bx pc; then nop or, by newer linkers, b .-2: A32 code follows */
	if (h1 == 0x4778 && (h2 == 0x46c0 || h2 == 0xe7fd))
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
	if ((h1 & 0xfbf0) == 0xf240 && (h2 & 0x8f00) == 0x0c00 && image_bytes(img, addr, 12) &&
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
	.decode = decode,
	.decode_other = decode_other,
	.stub = stub,
	.step = 2,
	.relocs = relocs,
	.abs_relocs = { 2 }, /* ABS32 */
};
