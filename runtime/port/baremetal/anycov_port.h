/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Bare metal: one context for the whole image, interrupts included.
 *
 * Hooks run before the startup code has cleared .bss, so the context may hold
 * anything: "recording" is a number that memory after power-on will not show by
 * chance, and every other value is off.  Clearing .bss turns recording off.
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

/* Added to every enum anycov_mode in memory; fits an int of 16 bits. */
#if __SIZEOF_INT__ > 2
#define ANYCOV_BARE_MAGIC 0x5ac0d100
#else
#define ANYCOV_BARE_MAGIC 0x5ac0
#endif

extern struct anycov_ctx anycov_bare;


static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	return anycov_bare.mode == ANYCOV_BARE_MAGIC + mode ? &anycov_bare : NULL;
}

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	unsigned above = (unsigned)anycov_bare.mode - (unsigned)(ANYCOV_BARE_MAGIC + mode + 1);

	return above < (unsigned)(ANYCOV_N_MODES - mode - 1) ? &anycov_bare : NULL;
}

/*
 * Interrupts record into the same buffer, so a claim must not be torn: by
 * compare and swap where the processor has it, else with interrupts off (which
 * needs the privileged mode on ARM and machine mode on RISC-V).
 */
#if defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 4)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_CAS
#elif defined(__aarch64__) || defined(__riscv_atomic) || defined(__x86_64__) || defined(__i386__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_CAS
#else
typedef uintptr_t anycov_port_irq_t;

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s) __asm__ __volatile__("mrs %0, primask\n\tcpsid i" : "=r"(s)::"memory")
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("msr primask, %0" ::"r"(s) : "memory")
#elif defined(__arm__) && !defined(__thumb__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s)                                                                        \
	do {                                                                                      \
		uintptr_t off_;                                                                   \
		__asm__ __volatile__("mrs %0, cpsr\n\torr %1, %0, #0x80\n\tmsr cpsr_c, %1"        \
				     : "=&r"(s), "=&r"(off_)::"memory");                          \
	} while (0)
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("msr cpsr_c, %0" ::"r"(s) : "memory")
#elif defined(__riscv)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
/* csrrci s, mstatus, 8 and csrrs x0, mstatus, s: spelt so that -march=rv32i takes it. */
#define ANYCOV_IRQ_SAVE(s)                                                                        \
	__asm__ __volatile__(".insn i 0x73, 7, %0, x8, 0x300" : "=r"(s)::"memory")
#define ANYCOV_IRQ_RESTORE(s)                                                                     \
	__asm__ __volatile__(".insn i 0x73, 2, x0, %0, 0x300" ::"r"((s) & 8) : "memory")
#elif defined(__AVR__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s)                                                                        \
	do {                                                                                      \
		uint8_t sreg_;                                                                    \
		__asm__ __volatile__("in %0, 0x3f\n\tcli" : "=r"(sreg_)::"memory");               \
		(s) = sreg_;                                                                      \
	} while (0)
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("out 0x3f, %0" ::"r"((uint8_t)(s)) : "memory")
#elif defined(__XTENSA__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s) __asm__ __volatile__("rsil %0, 15" : "=r"(s)::"memory")
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("wsr %0, ps\n\trsync" ::"r"(s) : "memory")
#else
/* Thumb-1 code of classic ARM reaches no status register. */
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE
#endif

#ifdef ANYCOV_IRQ_SAVE
static inline __attribute__((always_inline)) anycov_port_irq_t anycov_port_irq_save(void)
{
	anycov_port_irq_t s;

	ANYCOV_IRQ_SAVE(s);
	return s;
}

static inline __attribute__((always_inline)) void anycov_port_irq_restore(anycov_port_irq_t s)
{
	ANYCOV_IRQ_RESTORE(s);
}
#endif
#endif

#ifndef ANYCOV_PORT_MORE
#define ANYCOV_PORT_MORE 0
#endif

#endif
