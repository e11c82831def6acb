/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* x86-64 and i386: call rel32, jmp rel32, calls through the GOT, PLT entries. */
#include <string.h>
#include "image/code.h"
#include "image/scan.h"

static uint64_t wrap(const struct image *img, uint64_t addr)
{
	return img->is64 ? addr : (uint32_t)addr;
}

static bool decode(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		   struct branch *b)
{
	if (n >= 5 && (p[0] == 0xe8 || p[0] == 0xe9)) {
		b->length = 5;
		b->link = p[0] == 0xe8;
		b->target = wrap(img, addr + 5 + (uint64_t)sign_extend(load32(p + 1), 32));
		return true;
	}
	/* -fno-plt: call *slot(%rip), on i386 call *slot. */
	if (n >= 6 && p[0] == 0xff && (p[1] == 0x15 || p[1] == 0x25)) {
		b->length = 6;
		b->link = p[1] == 0x15;
		b->slot = true;
		b->target = img->is64 ? addr + 6 + (uint64_t)sign_extend(load32(p + 2), 32)
				      : load32(p + 2);
		return true;
	}
	return false;
}

/* PLT entries: [endbr] [bnd] jmp *slot; with -fPIC on i386 jmp *slot(%ebx). */
static bool stub(const struct image *img, uint64_t addr, struct branch *b)
{
	const unsigned char *p = image_bytes(img, addr, 16);
	const struct section *got;

	if (!p)
		p = image_bytes(img, addr, 6);
	else if (!memcmp(p, "\xf3\x0f\x1e\xfa", 4) || !memcmp(p, "\xf3\x0f\x1e\xfb", 4)) {
		p += 4;
		addr += 4;
	}
	if (!p)
		return false;
	if (p[0] == 0xf2) {
		p++;
		addr++;
	}
	if (p[0] == 0xff && p[1] == 0x25)
		return decode(img, p, 6, addr, b);
	if (!img->is64 && p[0] == 0xff && p[1] == 0xa3) {
		got = image_section(img, ".got.plt");
		if (!got)
			got = image_section(img, ".got");
		if (!got)
			return false;
		b->slot = true;
		b->target = (uint32_t)(got->addr + load32(p + 2));
		return true;
	}
	return false;
}

static const struct scan_reloc relocs_64[] = {
	{ 2, -1, 5, true, 0xff, 0xe8 }, /* R_X86_64_PC32 */
	{ 4, -1, 5, true, 0xff, 0xe8 }, /* R_X86_64_PLT32 */
	{ 2, -1, 5, false, 0xff, 0xe9 }, { 4, -1, 5, false, 0xff, 0xe9 },
	{ 9, -2, 6, true, 0xff, 0x15 },  /* R_X86_64_GOTPCREL: call *slot(%rip) */
	{ 41, -2, 6, true, 0xff, 0x15 }, /* R_X86_64_GOTPCRELX */
	{ 9, -2, 6, false, 0xff, 0x25 }, { 41, -2, 6, false, 0xff, 0x25 },
	{ 0, 0, 0, false, 0, 0 }
};

static const struct scan_reloc relocs_32[] = {
	{ 2, -1, 5, true, 0xff, 0xe8 }, /* R_386_PC32 */
	{ 4, -1, 5, true, 0xff, 0xe8 }, /* R_386_PLT32 */
	{ 2, -1, 5, false, 0xff, 0xe9 }, { 4, -1, 5, false, 0xff, 0xe9 },
	{ 43, -2, 6, true, 0xff, 0x93 }, /* R_386_GOT32X: call *slot(%ebx) */
	{ 0, 0, 0, false, 0, 0 }
};

const struct scan_arch scan_x86_64 = {
	.machine = EM_X86_64,
	.decode = decode,
	.stub = stub,
	.step = 1,
	.relocs = relocs_64,
	.abs_relocs = { 1, 10, 11 }, /* 64, 32, 32S */
};

const struct scan_arch scan_i386 = {
	.machine = EM_386,
	.decode = decode,
	.stub = stub,
	.step = 1,
	.relocs = relocs_32,
	.abs_relocs = { 1 }, /* 32 */
};
