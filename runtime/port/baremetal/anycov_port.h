/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Bare metal and RTOS: hooks use anycov_current_ctx, the context that records at this moment;
 * task switches and interrupts copy contexts into and out of it, as they do with registers
 * (contexts.c).
 *
 * Hooks may run before the startup code has cleared .bss, so the memory of the context may
 * contain anything: "recording" is a number that memory after power-on does not contain by
 * chance, and every other value is off.  Clearing .bss ends recording.
 *
 * The archive has two forms (build-baremetal.sh):
 *   libanycov.a       -DANYCOV_PORT_BASIC_MODES: PC and CMP modes, smallest hooks
 *   libanycov-full.a  every mode; on Cortex-M it detects interrupts by itself
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

/*
 * Value of the mode in memory while PCs are recorded; its distance from ANYCOV_M_PC is added to
 * every enum anycov_mode.  The sums for PC and CMP are numbers that cost one or two
 * instructions to compare: repeated bytes in Thumb-2, a single lui in RISC-V; an int of AVR has
 * 16 bits.
 */
#if defined(__arm__)
#define ANYCOV_RECORDING_PC 0xc9c9c9c9
#else
#define ANYCOV_RECORDING_PC 0x5ac0d000
#endif

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define ANYCOV_PROFILE_M 1
#else
#define ANYCOV_PROFILE_M 0
#endif

/* 1: the processor shows whether an interrupt handler runs; [1] is the handlers' context. */
#if ANYCOV_PROFILE_M && !defined(ANYCOV_PORT_BASIC_MODES)
#define ANYCOV_DETECTS_IRQ 1
#else
#define ANYCOV_DETECTS_IRQ 0
#endif

/*
 * Several cores with one memory (-DANYCOV_PORT_CORES=2): each has a context of its own for the
 * image and one for its interrupts, and records into the task that it runs.  Cores are numbered
 * from 0.
 */
#ifndef ANYCOV_PORT_CORES
#define ANYCOV_PORT_CORES 1
#elif ANYCOV_PORT_CORES > 1 && !defined(ANYCOV_PORT_CORE_ID)
#if ANYCOV_PROFILE_M && !defined(ANYCOV_CORE_REGISTER)
#error "anycov: -DANYCOV_CORE_REGISTER= must be the address of the byte that has the core's number"
#elif !ANYCOV_DETECTS_IRQ
#error "anycov: several cores need libanycov-full.a on Cortex-M, where hooks detect interrupts"
#endif
#define ANYCOV_PORT_CORE_ID() (*(const volatile unsigned char *)ANYCOV_CORE_REGISTER)
#endif

#ifdef ANYCOV_PORT_BASIC_MODES
#define ANYCOV_PORT_LEAN_ALL_MODES 1
#endif

#ifdef __ASSEMBLER__
#define ANYCOV_PORT_LEAN_CTX anycov_current_ctx
#define ANYCOV_PORT_LEAN_TLS 0
#define ANYCOV_PORT_LEAN_PC ANYCOV_RECORDING_PC
#else
#if __SIZEOF_INT__ <= 2
#define ANYCOV_RECORDING_MAGIC 0x5ac0
#else
#define ANYCOV_RECORDING_MAGIC ((int)ANYCOV_RECORDING_PC - ANYCOV_M_PC)
#endif

#define ANYCOV_CONTEXTS (ANYCOV_PORT_CORES * (1 + ANYCOV_DETECTS_IRQ))
extern struct anycov_ctx anycov_current_ctx[ANYCOV_CONTEXTS];

#if ANYCOV_PORT_CORES > 1
/* What a core runs; memory after power-on has no such check by chance. */
struct anycov_core {
	struct anycov_ctx *ctx;
	uintptr_t check; /* the address of ctx, exclusive or ANYCOV_RECORDING_PC */
};
extern struct anycov_core anycov_cores[ANYCOV_PORT_CORES];
extern unsigned char anycov_irq_policy;

#ifndef ANYCOV_CORE_MASK
#define ANYCOV_CORE_MASK(s) __asm__ __volatile__("mrs %0, primask\n\tcpsid i" : "=r"(s)::"memory")
#define ANYCOV_CORE_UNMASK(s) __asm__ __volatile__("msr primask, %0" ::"r"(s) : "memory")
#endif

static inline __attribute__((always_inline)) unsigned anycov_port_core(void)
{
	unsigned core = ANYCOV_PORT_CORE_ID();

	return core < ANYCOV_PORT_CORES ? core : 0;
}

/* Returns the context of the task that a core runs; NULL: it has none. */
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_task(unsigned core)
{
	struct anycov_ctx *ctx = ANYCOV_READ(anycov_cores[core].ctx);

	return ((uintptr_t)ctx ^ ANYCOV_READ(anycov_cores[core].check)) ==
			       (uintptr_t)ANYCOV_RECORDING_PC
		       ? ctx
		       : NULL;
}

#define ANYCOV_PORT_MASKS_RECORDS 1

/* With interrupts masked: a task that continued on another core would record into another's. */
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_current(void)
{
	uintptr_t exception = 0, mask;
	struct anycov_ctx *ctx, *task;
	unsigned core;

	ANYCOV_CORE_MASK(mask);
	core = anycov_port_core();
	ctx = &anycov_current_ctx[core];
	task = anycov_port_task(core);
#if ANYCOV_DETECTS_IRQ
	__asm__("mrs %0, ipsr" : "=r"(exception));
#endif
	if (exception && anycov_irq_policy)
		ctx += ANYCOV_PORT_CORES;
	else if (task)
		ctx = task;
	ANYCOV_CORE_UNMASK(mask);
	return ctx;
}
#else
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_current(void)
{
#if ANYCOV_DETECTS_IRQ
	uintptr_t exception;

	__asm__("mrs %0, ipsr" : "=r"(exception));
	return exception ? &anycov_current_ctx[1] : &anycov_current_ctx[0];
#else
	return &anycov_current_ctx[0];
#endif
}
#endif

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	struct anycov_ctx *ctx = anycov_port_current();

	return ctx->mode == ANYCOV_RECORDING_MAGIC + mode ? ctx : NULL;
}

static inline __attribute__((always_inline)) int
anycov_port_is_recording(const struct anycov_ctx *ctx, int above)
{
	unsigned more = (unsigned)ctx->mode - (unsigned)(ANYCOV_RECORDING_MAGIC + above + 1);

	return more < (unsigned)(ANYCOV_M_LAST - above);
}

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	struct anycov_ctx *ctx = anycov_port_current();

	return anycov_port_is_recording(ctx, mode) ? ctx : NULL;
}

/* The mode as an enum anycov_mode is the context's kind (unique_slow.c). */

/*
 * Reads the return address from the link register.  __builtin_return_address() makes GCC save
 * that register to the stack, which costs these hooks a third of their instructions.  Only if
 * the build reserves the register (build-baremetal.sh: -ffixed-...); clang does not reserve it
 * and uses it in the first instruction.
 */
#if defined(ANYCOV_FIXED_LINK) && defined(__thumb2__)
/* Via r12, which is free; GCC would otherwise choose r4 and save it. */
#define ANYCOV_PORT_RETURN(ra)                                                                     \
	do {                                                                                       \
		register uintptr_t ra_ __asm__("r12");                                             \
                                                                                                   \
		__asm__ __volatile__("mov %0, lr" : "=r"(ra_));                                    \
		(ra) = ra_;                                                                        \
	} while (0)
#elif defined(ANYCOV_FIXED_LINK) && defined(__arm__)
#define ANYCOV_PORT_RETURN(ra) __asm__ __volatile__("mov %0, lr" : "=r"(ra))
#elif defined(ANYCOV_FIXED_LINK) && defined(__riscv)
#define ANYCOV_PORT_RETURN(ra) __asm__ __volatile__("mv %0, ra" : "=r"(ra))
#endif

/*
 * Interrupts may record into the same buffer, so a claim must be atomic: with the processor's
 * atomic instructions if it has them, otherwise with interrupts masked (which needs privileged
 * mode on ARM and machine mode on RISC-V).
 */
#if defined(__arm__) && defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 4)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_LLSC
#define ANYCOV_PORT_LL(p, n) __asm__ __volatile__("ldrex %0, [%1]" : "=r"(n) : "r"(p) : "memory")
#define ANYCOV_PORT_SC(p, n, fail)                                                                 \
	__asm__ __volatile__("strex %0, %1, [%2]" : "=&r"(fail) : "r"(n), "r"(p) : "memory")
#elif defined(__aarch64__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_LLSC
#define ANYCOV_PORT_LL(p, n)                                                                       \
	do {                                                                                       \
		if (sizeof(n) == 8)                                                                \
			__asm__ __volatile__("ldxr %x0, [%1]" : "=r"(n) : "r"(p) : "memory");      \
		else                                                                               \
			__asm__ __volatile__("ldxr %w0, [%1]" : "=r"(n) : "r"(p) : "memory");      \
	} while (0)
#define ANYCOV_PORT_SC(p, n, fail)                                                                 \
	do {                                                                                       \
		if (sizeof(n) == 8)                                                                \
			__asm__ __volatile__("stxr %w0, %x1, [%2]"                                 \
					     : "=&r"(fail)                                         \
					     : "r"(n), "r"(p)                                      \
					     : "memory");                                          \
		else                                                                               \
			__asm__ __volatile__("stxr %w0, %w1, [%2]"                                 \
					     : "=&r"(fail)                                         \
					     : "r"(n), "r"(p)                                      \
					     : "memory");                                          \
	} while (0)
#elif defined(__riscv_atomic)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_LLSC
#define ANYCOV_PORT_LL(p, n)                                                                       \
	do {                                                                                       \
		if (sizeof(n) == 8)                                                                \
			__asm__ __volatile__("lr.d %0, (%1)" : "=r"(n) : "r"(p) : "memory");       \
		else                                                                               \
			__asm__ __volatile__("lr.w %0, (%1)" : "=r"(n) : "r"(p) : "memory");       \
	} while (0)
#define ANYCOV_PORT_SC(p, n, fail)                                                                 \
	do {                                                                                       \
		if (sizeof(n) == 8)                                                                \
			__asm__ __volatile__("sc.d %0, %1, (%2)"                                   \
					     : "=&r"(fail)                                         \
					     : "r"(n), "r"(p)                                      \
					     : "memory");                                          \
		else                                                                               \
			__asm__ __volatile__("sc.w %0, %1, (%2)"                                   \
					     : "=&r"(fail)                                         \
					     : "r"(n), "r"(p)                                      \
					     : "memory");                                          \
	} while (0)
#elif (defined(__x86_64__) || defined(__i386__)) && !defined(ANYCOV_IRQ_SAVE)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_CAS
#else
typedef uintptr_t anycov_port_irq_t;

#ifdef ANYCOV_IRQ_SAVE /* defined by the build */
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#elif ANYCOV_PROFILE_M
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s) __asm__ __volatile__("mrs %0, primask\n\tcpsid i" : "=r"(s)::"memory")
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("msr primask, %0" ::"r"(s) : "memory")
#elif defined(__arm__) && !defined(__thumb__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s)                                                                         \
	do {                                                                                       \
		uintptr_t off_;                                                                    \
		__asm__ __volatile__("mrs %0, cpsr\n\torr %1, %0, #0x80\n\tmsr cpsr_c, %1"         \
				     : "=&r"(s), "=&r"(off_)::"memory");                           \
	} while (0)
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("msr cpsr_c, %0" ::"r"(s) : "memory")
#elif defined(__riscv)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
/* csrrci s, mstatus, 8 and csrrs x0, mstatus, s, as .insn because -march=rv32i has no csr*. */
#define ANYCOV_IRQ_SAVE(s)                                                                         \
	__asm__ __volatile__(".insn i 0x73, 7, %0, x8, 0x300" : "=r"(s)::"memory")
#define ANYCOV_IRQ_RESTORE(s)                                                                      \
	__asm__ __volatile__(".insn i 0x73, 2, x0, %0, 0x300" ::"r"((s)&8) : "memory")
#elif defined(__AVR__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s)                                                                         \
	do {                                                                                       \
		uint8_t sreg_;                                                                     \
		__asm__ __volatile__("in %0, 0x3f\n\tcli" : "=r"(sreg_)::"memory");                \
		(s) = sreg_;                                                                       \
	} while (0)
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("out 0x3f, %0" ::"r"((uint8_t)(s)) : "memory")
#elif defined(__XTENSA__)
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_IRQMASK
#define ANYCOV_IRQ_SAVE(s) __asm__ __volatile__("rsil %0, 15" : "=r"(s)::"memory")
#define ANYCOV_IRQ_RESTORE(s) __asm__ __volatile__("wsr %0, ps\n\trsync" ::"r"(s) : "memory")
#else
/* Thumb-1 code of classic ARM cannot access a status register. */
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

#ifdef ANYCOV_PORT_BASIC_MODES
#define ANYCOV_PORT_UNIQUE_MODES 0
#else
#define ANYCOV_PORT_UNIQUE_MODES 1
#endif
#define ANYCOV_PORT_HOOK_EDGES 0

/* Unique PCs and edges that are known are found without the context (unique_filter.h).  An edge
 * takes a multiplication, which must not be a call. */
#if ANYCOV_PORT_UNIQUE_MODES && ANYCOV_PORT_CORES == 1 && __SIZEOF_POINTER__ == 4 &&               \
	(defined(__arm__) || defined(__riscv_mul))
#define ANYCOV_PORT_FILTER 1
#endif

#endif
