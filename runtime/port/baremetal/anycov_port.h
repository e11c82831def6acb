/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Bare metal and RTOS: hooks read anycov_now, the context that records now;
 * tasks and interrupts switch it as they switch registers (contexts.c).
 *
 * Hooks run before the startup code has cleared .bss, so the context may hold
 * anything: "recording" is a number that memory after power-on will not show by
 * chance, and every other value is off.  Clearing .bss turns recording off.
 *
 * The archive comes in two forms (build-baremetal.sh):
 *   libanycov.a       -DANYCOV_PORT_PLAIN: PC and CMP modes, smallest hooks
 *   libanycov-full.a  every mode; Cortex-M tells interrupts apart by itself
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

/*
 * What a mode in memory says of recording PCs, and what is therefore added to
 * every enum anycov_mode.  The sums for PC and CMP are numbers that cost an
 * instruction or two where they are compared: bytes of Thumb-2's pattern, a bare
 * lui of RISC-V; and an int of AVR has 16 bits.
 */
#if defined(__arm__)
#define ANYCOV_NOW_PC 0xc9c9c9c9
#else
#define ANYCOV_NOW_PC 0x5ac0d000
#endif

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define ANYCOV_PROFILE_M 1
#else
#define ANYCOV_PROFILE_M 0
#endif

/* 1: the processor itself tells whether an interrupt runs; [1] is its context. */
#if ANYCOV_PROFILE_M && !defined(ANYCOV_PORT_PLAIN)
#define ANYCOV_TELLS_IRQ 1
#else
#define ANYCOV_TELLS_IRQ 0
#endif

#ifdef ANYCOV_PORT_PLAIN
#define ANYCOV_PORT_LEAN_WHOLE 1
#endif

#ifdef __ASSEMBLER__
#define ANYCOV_PORT_LEAN_CTX anycov_now
#define ANYCOV_PORT_LEAN_TLS 0
#define ANYCOV_PORT_LEAN_PC ANYCOV_NOW_PC
#else
#if __SIZEOF_INT__ <= 2
#define ANYCOV_NOW_MAGIC 0x5ac0
#else
#define ANYCOV_NOW_MAGIC ((int)ANYCOV_NOW_PC - ANYCOV_M_PC)
#endif

extern struct anycov_ctx anycov_now[1 + ANYCOV_TELLS_IRQ];

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_here(void)
{
#if ANYCOV_TELLS_IRQ
	uintptr_t exception;

	__asm__("mrs %0, ipsr" : "=r"(exception));
	return exception ? &anycov_now[1] : &anycov_now[0];
#else
	return &anycov_now[0];
#endif
}

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	struct anycov_ctx *ctx = anycov_port_here();

	return ctx->mode == ANYCOV_NOW_MAGIC + mode ? ctx : NULL;
}

static inline __attribute__((always_inline)) int anycov_port_records(const struct anycov_ctx *ctx,
								     int above)
{
	unsigned more = (unsigned)ctx->mode - (unsigned)(ANYCOV_NOW_MAGIC + above + 1);

	return more < (unsigned)(ANYCOV_M_LAST - above);
}

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	struct anycov_ctx *ctx = anycov_port_here();

	return anycov_port_records(ctx, mode) ? ctx : NULL;
}

/* The mode as the rest of the runtime knows it (more.c). */

/*
 * The return address from the link register.  __builtin_return_address() makes GCC
 * save that register to the stack, which costs these hooks a third of their
 * instructions.  Only where the build forbids compilers to use it for anything
 * else (build-baremetal.sh: -ffixed-...): clang does use it, in the first
 * instruction.
 */
#if defined(ANYCOV_FIXED_LINK) && defined(__thumb2__)
/* In r12, which is free; GCC would take r4 for something and save it. */
#define ANYCOV_PORT_RETURN(ra)                                                                    \
	do {                                                                                      \
		register uintptr_t ra_ __asm__("r12");                                            \
                                                                                                  \
		__asm__ __volatile__("mov %0, lr" : "=r"(ra_));                                   \
		(ra) = ra_;                                                                       \
	} while (0)
#elif defined(ANYCOV_FIXED_LINK) && defined(__arm__)
#define ANYCOV_PORT_RETURN(ra) __asm__ __volatile__("mov %0, lr" : "=r"(ra))
#elif defined(ANYCOV_FIXED_LINK) && defined(__riscv)
#define ANYCOV_PORT_RETURN(ra) __asm__ __volatile__("mv %0, ra" : "=r"(ra))
#endif

/*
 * Interrupts may record into the same buffer, so a claim must not be torn: by
 * the processor's own atomic instructions where it has them, else with
 * interrupts off (which needs the privileged mode on ARM and machine mode on
 * RISC-V).
 */
#if defined(__arm__) && defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 4)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_LLSC
#define ANYCOV_PORT_LL(p, n) __asm__ __volatile__("ldrex %0, [%1]" : "=r"(n) : "r"(p) : "memory")
#define ANYCOV_PORT_SC(p, n, fail)                                                                \
	__asm__ __volatile__("strex %0, %1, [%2]" : "=&r"(fail) : "r"(n), "r"(p) : "memory")
#elif defined(__aarch64__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_LLSC
#define ANYCOV_PORT_LL(p, n)                                                                      \
	do {                                                                                      \
		if (sizeof(n) == 8)                                                               \
			__asm__ __volatile__("ldxr %x0, [%1]" : "=r"(n) : "r"(p) : "memory");     \
		else                                                                              \
			__asm__ __volatile__("ldxr %w0, [%1]" : "=r"(n) : "r"(p) : "memory");     \
	} while (0)
#define ANYCOV_PORT_SC(p, n, fail)                                                                \
	do {                                                                                      \
		if (sizeof(n) == 8)                                                               \
			__asm__ __volatile__("stxr %w0, %x1, [%2]"                                \
					     : "=&r"(fail) : "r"(n), "r"(p) : "memory");          \
		else                                                                              \
			__asm__ __volatile__("stxr %w0, %w1, [%2]"                                \
					     : "=&r"(fail) : "r"(n), "r"(p) : "memory");          \
	} while (0)
#elif defined(__riscv_atomic)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_LLSC
#define ANYCOV_PORT_LL(p, n)                                                                      \
	do {                                                                                      \
		if (sizeof(n) == 8)                                                               \
			__asm__ __volatile__("lr.d %0, (%1)" : "=r"(n) : "r"(p) : "memory");      \
		else                                                                              \
			__asm__ __volatile__("lr.w %0, (%1)" : "=r"(n) : "r"(p) : "memory");      \
	} while (0)
#define ANYCOV_PORT_SC(p, n, fail)                                                                \
	do {                                                                                      \
		if (sizeof(n) == 8)                                                               \
			__asm__ __volatile__("sc.d %0, %1, (%2)"                                  \
					     : "=&r"(fail) : "r"(n), "r"(p) : "memory");          \
		else                                                                              \
			__asm__ __volatile__("sc.w %0, %1, (%2)"                                  \
					     : "=&r"(fail) : "r"(n), "r"(p) : "memory");          \
	} while (0)
#elif defined(__x86_64__) || defined(__i386__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_CAS
#else
typedef uintptr_t anycov_port_irq_t;

#if ANYCOV_PROFILE_M
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
#endif /* __ASSEMBLER__ */

#define ANYCOV_PORT_GUARD 1 /* guard.c */

#ifdef ANYCOV_PORT_PLAIN
#define ANYCOV_PORT_MORE 0
#else
#define ANYCOV_PORT_MORE 1
#endif
#define ANYCOV_PORT_HOOK_EDGES 0

#endif
