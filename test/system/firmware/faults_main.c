/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Invalid buffers, invalid counts, little stack, fault handlers: no write outside the buffer,
 * no endless loop.  Exit status: the number of the check that failed.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

#define WORDS 32
#define GUARD 0xa7a7u

void __sanitizer_cov_trace_pc(void);

static struct {
	uintptr_t before[8];
	union {
		uint64_t align;
		uintptr_t words[WORDS];
	} buffer;
	uintptr_t after[8];
} m;

static void guard(void)
{
	for (unsigned i = 0; i < 8; i++)
		m.before[i] = m.after[i] = GUARD;
	for (unsigned i = 0; i < WORDS; i++)
		m.buffer.words[i] = GUARD;
}

/* Checks that nothing before the buffer, nor from its word `from` on, was written. */
static int intact(unsigned from)
{
	for (unsigned i = 0; i < 8; i++)
		if (m.before[i] != GUARD || m.after[i] != GUARD)
			return 0;
	for (unsigned i = from; i < WORDS; i++)
		if (m.buffer.words[i] != GUARD)
			return 0;
	return 1;
}

static int sizes(void)
{
	for (unsigned words = 0; words <= 3; words++) {
		size_t bytes = words * sizeof(uintptr_t);
		int error;

		guard();
		error = anycov_buffer(m.buffer.words, bytes);
		if (error != (words < 2 ? ANYCOV_ENOMEM : 0))
			return 0;
		if (words < 2)
			continue;
		if (anycov_start(KCOV_TRACE_PC))
			return 0;
		work(4);
		anycov_stop();
		if (anycov_count() != words - 1 || !intact(words))
			return 0;
		/* Not even one comparison fits. */
		if (anycov_start(KCOV_TRACE_CMP) != ANYCOV_ENOMEM)
			return 0;
		work(4);
		if (!intact(words))
			return 0;
	}
	return 1;
}

static int wild_counts(unsigned mode)
{
	static const uintptr_t wild[] = { WORDS,
					  WORDS + 1,
					  UINTPTR_MAX,
					  UINTPTR_MAX - 1,
					  UINTPTR_MAX / 2,
					  UINTPTR_MAX / 2 + 1,
					  UINTPTR_MAX / sizeof(uintptr_t) };

	for (unsigned i = 0; i < sizeof(wild) / sizeof(*wild); i++) {
		guard();
		if (anycov_buffer(m.buffer.words, sizeof(m.buffer)) || anycov_start(mode))
			return 0;
		for (unsigned k = 0; k < 8 / sizeof(uintptr_t); k++)
			m.buffer.words[k] = k && mode == KCOV_TRACE_PC ? GUARD : wild[i];
		work(4);
		anycov_stop();
		if (m.buffer.words[0] != wild[i] || !intact(8 / sizeof(uintptr_t)))
			return 0;
		if (anycov_count() > WORDS)
			return 0;
	}
	return 1;
}

static int misuse(void)
{
	guard();
	if (anycov_buffer(m.buffer.words, sizeof(m.buffer)) || anycov_start(KCOV_TRACE_PC))
		return 0;
	if (anycov_start(KCOV_TRACE_PC) != ANYCOV_EBUSY ||
	    anycov_buffer(m.buffer.words, sizeof(m.buffer)) != ANYCOV_EBUSY)
		return 0;
	anycov_stop();
	if (anycov_start(77) != ANYCOV_EINVAL)
		return 0;
	return sizeof(uintptr_t) == 2 || /* AVR's archive is GCC's, which aligns nothing */
	       anycov_buffer((char *)m.buffer.words + 2, 64) == ANYCOV_EINVAL;
}

/* Calls a hook with room for 16 bytes of stack, and canaries below. */
#if defined(__arm__) || defined(__riscv)
static uint64_t small_stack[16];

__attribute__((noinline)) static void call_with(void (*f)(void), void *sp)
{
#if defined(__arm__)
	__asm__ __volatile__("mov r4, sp\n\tmov sp, %1\n\tblx %0\n\tmov sp, r4" ::"r"(f), "r"(sp)
			     : "r0", "r1", "r2", "r3", "r4", "r12", "lr", "memory", "cc");
#else
	__asm__ __volatile__("mv s2, sp\n\tmv sp, %1\n\tjalr %0\n\tmv sp, s2" ::"r"(f), "r"(sp)
			     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2",
			       "a3", "a4", "a5", "a6", "a7", "s2", "memory");
#endif
}

static int little_stack(void)
{
	for (unsigned i = 0; i < 16; i++)
		small_stack[i] = GUARD;
	guard();
	if (anycov_buffer(m.buffer.words, sizeof(m.buffer)) || anycov_start(KCOV_TRACE_PC))
		return 0;
	call_with(__sanitizer_cov_trace_pc, &small_stack[16]);
	anycov_stop();
	for (unsigned i = 0; i < 14; i++)
		if (small_stack[i] != GUARD)
			return 0;
	return anycov_count() == 1 && intact(2);
}
#else
static int little_stack(void)
{
	return 1; /* avrsim and irq-every-insn measure it */
}
#endif

/* Handlers that are themselves instrumented, in workload.c. */
#ifdef FAULTS
static int handlers(void)
{
	extern volatile unsigned nmis, hard_faults;
	size_t quiet;

	guard();
	if (anycov_buffer(m.buffer.words, sizeof(m.buffer)) || anycov_start(KCOV_TRACE_PC))
		return 0;
	quiet = anycov_count();
#ifdef __riscv
	board_irq_every_insn(0); /* installs the trap handler */
	(void)nmis;
	__asm__ __volatile__(".4byte 0xc0001073" ::: "memory"); /* unimp */
#else
	*(volatile uint32_t *)0xe000ed04 = 1u << 31; /* ICSR: pend an NMI */
	__asm__ __volatile__("dsb\n\tisb");
	if (nmis != 1 || anycov_count() <= quiet)
		return 0;
	quiet = anycov_count();
	__asm__ __volatile__("udf #0" ::: "memory");
#endif
	anycov_stop();
	return hard_faults == 1 && anycov_count() > quiet && intact(WORDS);
}
#else
static int handlers(void)
{
	return 1;
}
#endif

int test_main(void)
{
	if (!sizes())
		return 10;
	if (!wild_counts(KCOV_TRACE_PC))
		return 11;
	if (!wild_counts(KCOV_TRACE_CMP))
		return 12;
	if (!misuse())
		return 13;
	if (!little_stack())
		return 14;
	if (!handlers())
		return 15;
	return 0;
}
