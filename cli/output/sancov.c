/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * LLVM's .sancov format: a magic number for 32 or 64 bits, then link-time addresses in
 * the byte order of the machine.  The address of a probe is just before its return
 * address.
 */
#include "output/output.h"

#ifndef EM_LOONGARCH /* elf.h of glibc before 2.36 */
#define EM_LOONGARCH 258
#endif

#define MAGIC_64 0xc0bfffffffffff64u
#define MAGIC_32 0xc0bfffffffffff32u

static void put_number(FILE *f, const struct image *img, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		putc((int)(v >> 8 * (img->big_endian ? bytes - 1 - i : i) & 0xff), f);
}

/* LLVM's getPreviousInstructionPc(). */
static uint64_t before(const struct image *img, uint64_t ret)
{
	switch (img->machine) {
	case EM_ARM:
		return (ret - 3) & ~(uint64_t)1;
	case EM_AARCH64:
	case EM_PPC:
	case EM_PPC64:
	case EM_LOONGARCH:
		return ret - 4;
	case EM_RISCV:
		return ret - 2;
	case EM_MIPS:
	case EM_SPARC:
		return ret - 8;
	default:
		return ret - 1;
	}
}

void out_sancov(FILE *f, const struct coverage *c, struct selection *selection)
{
	const struct instrumented_image *m = c->instrumented;
	unsigned bytes = m->img->is64 ? 8 : 4;

	put_number(f, m->img, m->img->is64 ? MAGIC_64 : MAGIC_32, 8);
	for (size_t i = 0; i < m->n_probes; i++)
		if (m->probes[i].hits && !m->probes[i].is_tail_call &&
		    selection_has_code(selection, c, probe_location(m, &m->probes[i]),
				       probe_function(m, &m->probes[i])))
			put_number(f, m->img, before(m->img, m->probes[i].return_address), bytes);
}
