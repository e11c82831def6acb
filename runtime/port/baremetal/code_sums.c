/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Checksums of the image's code, by which a reader of the dump detects the ELF file of another
 * build.  The bounds come from symbols and from the records below them: a linker script need not
 * define anything.
 */
#include "port.h"
#include "anycov/dump.h"

/* One checksum for this many bytes: a power of two. */
#define BLOCK 256u
/* Code further away is in another memory. */
#if UINTPTR_MAX > 0xffff
#define REACH 0x100000u
#else
#define REACH 0x8000u
#endif

/* On AVR small cores read code otherwise, and so do addresses of more than 16 bits. */
#if defined(__AVR__) && (!defined(__AVR_HAVE_LPMX__) || defined(__AVR_HAVE_ELPM__))

void ANYCOV_NO_COV anycov_dump_code(struct anycov_dump *d)
{
	(void)d;
}

#else

#define WEAK __attribute__((weak))
extern const char code_end[] __asm__("_etext") WEAK;
extern const char code_main[] __asm__("main") WEAK;
extern const char code_here[] __asm__("anycov_dump_code");

#ifdef __AVR__
/* Flash is scarce, and constants take RAM.  Code begins at 0, and GNU ld's script defines its end.
 */
static int find_code(uintptr_t *low, uintptr_t *end)
{
	*low = 0;
	*end = (uintptr_t)code_end & ~(uintptr_t)(BLOCK - 1);
	return *end != 0;
}
#else
enum { HERE, MAIN, END };

/* As data: see bounds in inline_coverage.c. */
static const char *const symbols[] = { code_here, code_main, code_end };

/* Returns the lowest recorded address of the code before `low`, or low. */
static uintptr_t lowest(const struct anycov_ctx *ctx, uintptr_t low, uintptr_t least)
{
	anycov_word i, n;

	if (!ctx->area || (ctx->kind != ANYCOV_M_PC
#ifndef ANYCOV_PORT_BASIC_MODES
			   && ctx->kind != ANYCOV_M_UNIQ_PC && ctx->kind != ANYCOV_M_UNIQ_BOTH
#endif
			   ))
		return low;
	n = anycov_ctx_count(ctx);
	for (i = 1; i <= n; i++) {
		uintptr_t pc = ANYCOV_READ(ctx->area[i]);

		if (pc < low && pc >= least)
			low = pc;
	}
	return low;
}

static int find_code(uintptr_t *low, uintptr_t *end)
{
	const uintptr_t here = (uintptr_t)ANYCOV_READ(symbols[HERE]);
	const uintptr_t least = here > REACH ? here - REACH : 1;
	const uintptr_t entry = (uintptr_t)ANYCOV_READ(symbols[MAIN]);
	const uintptr_t past = (uintptr_t)ANYCOV_READ(symbols[END]);

	*low = entry < here && entry >= least ? entry : here;
	*end = past > here && past - here < REACH ? past : here;
	*low = (lowest(anycov_thread_ctx, *low, least) + BLOCK - 1) & ~(uintptr_t)(BLOCK - 1);
	*end &= ~(uintptr_t)(BLOCK - 1);
	return *low < *end;
}
#endif

/* Returns the checksum of a block, whose address is a multiple of its size. */
static uint32_t block_sum(uintptr_t at)
{
	uint32_t crc = 0;

#ifdef __AVR__
	do {
		uint8_t byte;

		__asm__ __volatile__("lpm %0, Z" : "=r"(byte) : "z"(at));
		crc = anycov_crc32(crc, &byte, 1);
	} while (++at % BLOCK);
#else
	do {
		/* A word: some processors cannot load single bytes of code. */
		uint32_t word = ANYCOV_READ(*(const uint32_t *)at);

		crc = anycov_crc32(crc, (const uint8_t *)&word, sizeof(word));
		at += sizeof(word);
	} while (at % BLOCK);
#endif
	return crc;
}

void ANYCOV_NO_COV anycov_dump_code(struct anycov_dump *d)
{
	struct anycov_dump_code head;
	uintptr_t low, end;

	if (!find_code(&low, &end))
		return;
	head.address_low = (uint32_t)low;
	head.address_high = (uint32_t)((uint64_t)low >> 32);
	head.block = BLOCK;
	anycov_dump_chunk(d, ANYCOV_DUMP_TAG_CODE, 0,
			  sizeof(head) + (uint32_t)((end - low) / BLOCK * sizeof(uint32_t)), 0);
	anycov_dump_bytes(d, &head, sizeof(head));
	for (; low != end; low += BLOCK) {
		uint32_t crc = block_sum(low);

		anycov_dump_bytes(d, &crc, sizeof(crc));
	}
}

#endif
