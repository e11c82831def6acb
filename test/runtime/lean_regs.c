/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lean hook preserves every register but the listed ones, while off, recording and full,
 * for every stack alignment; and it records like the C hook.  Built with port/host or
 * port/baremetal.  Exit status 0, or the number of the failed check.
 */
#include "hooks/record_context.h"
#if ANYCOV_PORT_UNIQUE_MODES
#include "hooks/unique.h"
#endif
#include "anycov/buffer.h"

void lean_call(const uintptr_t *in, uintptr_t *out, long shift);
extern const char lean_return[];
extern const uintptr_t lean_words;

#ifdef ANYCOV_RECORDING_MAGIC
struct anycov_ctx anycov_current_ctx[1];
#define CTX anycov_current_ctx[0]
#define MODE(m) (ANYCOV_RECORDING_MAGIC + (m))
#else
__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
#define CTX anycov_self
#define MODE(m) (m)
#endif

/* Linux: the task; its preempt count precedes its context. */
#ifdef LEAN_LINUX
#ifdef __x86_64__
unsigned __preempt_count;
#define PREEMPT_COUNT __preempt_count
#else
#define PREEMPT_COUNT task.preempt_count
#endif
static struct {
	unsigned preempt_count;
	char before[60];
	struct anycov_ctx ctx;
} task;
void *current_task = &task;
#undef CTX
#define CTX task.ctx
extern const char _text[];
#define RETURN ((uintptr_t)lean_return - ((uintptr_t)_text - 0x100000) * LEAN_MOVED)
extern int lean_c_hook;
#define LEAN_C_HOOK lean_c_hook
#else
#define LEAN_C_HOOK no_c_hook
#define RETURN ((uintptr_t)lean_return)
#endif

#if ANYCOV_PORT_UNIQUE_MODES
extern int lean_slow, lean_slow_edge;
extern uintptr_t lean_slow_pc;
#ifndef LEAN_LINUX
static int no_c_hook;
#endif

/* A set for the lookup in the hook. */
static struct {
	anycov_u32 slots[8];
	anycov_word area[4];
} set;
#endif

static uintptr_t in[128], out[128];
/* Not all data are zeroes: QEMU 5.2 crashes when it loads a segment that has only .bss. */
static uintptr_t buffer[8] = { 77 };

static uintptr_t value(unsigned i)
{
	return (uintptr_t)0x9e3779b97f4a7c15u * (i + 1);
}

/* Did the call preserve all registers? */
static int keeps(long shift)
{
	for (unsigned i = 0; i < lean_words; i++) {
		in[i] = value(i);
		out[i] = 0;
	}
	lean_call(in, out, shift);
	for (unsigned i = 0; i < lean_words; i++)
		/* two words of the aarch64 list are not loaded */
		if (out[i] != in[i] && !(sizeof(in[0]) == 8 && lean_words == 94 && i < 2))
			return 0;
	return 1;
}

#if ANYCOV_PORT_UNIQUE_MODES
#define BEFORE 0x1234567ul /* the previous PC */

/* Makes word record 1 of the set, in the slot at distance flip from its home. */
static void hold(uintptr_t word, uintptr_t home, unsigned flip, uintptr_t count)
{
	for (unsigned i = 0; i < 8; i++)
		set.slots[i] = 2;
	set.slots[((home ^ flip) | ~(uintptr_t)7) + 8] = 1;
	set.area[0] = count;
	set.area[1] = word;
	set.area[2] = 77;
	lean_slow = lean_slow_edge = 0;
	CTX.prev = BEFORE << 32;
}

/* Unique modes: what the hook finds by itself, and what it leaves to C. */
static int check_unique(long shift)
{
	uintptr_t pc = RETURN, word = BEFORE << 32 | (uint32_t)pc;

	CTX.index.area = set.area;
	CTX.index.not_mask = ~(anycov_word)7;
	for (unsigned flip = 0; flip < 8; flip++) {
		CTX.mode = MODE(ANYCOV_M_UNIQ_PC);
		hold(pc, pc, flip, 2);
		if (!keeps(shift) || lean_slow)
			return 20 + (int)flip;
		hold(pc, pc, flip, 0); /* a reset: the record is no longer in the set */
		if (!keeps(shift) || lean_slow != 1 || lean_slow_pc != pc)
			return 30 + (int)flip;
		hold(pc + 1, pc, flip, 2);
		if (!keeps(shift) || lean_slow != 1 || lean_slow_pc != pc)
			return 40 + (int)flip;
		/* Unique edges run as a plain mode whose buffer is always full. */
		CTX.mode = MODE(ANYCOV_M_PC);
		CTX.kind = ANYCOV_M_UNIQ_EDGE;
		CTX.limit = 0;
		hold(word, anycov_edge_home(word), flip, 2);
		if (!keeps(shift) || lean_slow_edge || CTX.prev >> 32 != (uint32_t)pc ||
		    (uint32_t)CTX.prev)
			return 50 + (int)flip;
		hold(word, anycov_edge_home(word), flip, 0);
		if (!keeps(shift) || lean_slow_edge != 1 || lean_slow_pc != pc)
			return 60 + (int)flip;
		hold(word + 1, anycov_edge_home(word), flip, 2);
		if (!keeps(shift) || lean_slow_edge != 1 || lean_slow_pc != pc ||
		    CTX.prev >> 32 != (uint32_t)pc)
			return 70 + (int)flip;
		CTX.kind = ANYCOV_M_OFF;
	}
	/* So do other modes. */
	lean_slow = LEAN_C_HOOK = 0;
	CTX.kind = ANYCOV_M_UNIQ_BOTH;
	if (!keeps(shift) || lean_slow + LEAN_C_HOOK != 1 || lean_slow_pc != (uintptr_t)lean_return)
		return 78;
	CTX.kind = ANYCOV_M_PC;
	if (!keeps(shift) || lean_slow + LEAN_C_HOOK != 1)
		return 79;
	CTX.kind = ANYCOV_M_OFF;
	/* An empty set, and a set without records. */
	for (unsigned i = 0; i < 8; i++)
		set.slots[i] = 0;
	CTX.mode = MODE(ANYCOV_M_UNIQ_PC);
	lean_slow = 0;
	set.area[0] = 0;
	if (!keeps(shift) || lean_slow != 1)
		return 80;
	set.area[0] = UINTPTR_MAX;
	if (!keeps(shift) || lean_slow != 2)
		return 81;
	return 0;
}
#endif

static int check(long shift)
{
	for (unsigned i = 0; i < 8; i++)
		buffer[i] = 77;
	buffer[0] = 0;
	CTX.area = buffer;
	CTX.size = 4;
	CTX.limit = 3;
	CTX.mode = MODE(ANYCOV_M_OFF);
	if (!keeps(shift) || buffer[0])
		return 1;
	CTX.mode = MODE(ANYCOV_M_CMP);
	if (!keeps(shift) || buffer[0])
		return 2;
	CTX.mode = -1;
	if (!keeps(shift) || buffer[0])
		return 3;
	CTX.mode = MODE(ANYCOV_M_PC);
	for (uintptr_t n = 1; n <= 3; n++)
		if (!keeps(shift) || buffer[0] != n || buffer[n] != anycov_pc(RETURN))
			return 4;
	if (!keeps(shift) || buffer[0] != 3 || buffer[4] != 77)
		return 5;
	/* Values that user space may write into the count. */
	for (unsigned i = 0; i < 3; i++) {
		static const uintptr_t wild[] = { 4, UINTPTR_MAX, UINTPTR_MAX / 2 + 1 };

		buffer[0] = wild[i];
		if (!keeps(shift) || buffer[0] != wild[i] || buffer[4] != 77)
			return 6;
	}
#ifdef LEAN_LINUX
	/*
	 * Interrupts are left to C in every mode, here also with a count from outside
	 * interrupts.
	 */
	static const int modes[] = { ANYCOV_M_PC, ANYCOV_M_PC32, ANYCOV_M_UNIQ_PC,
				     ANYCOV_M_UNIQ_EDGE, ANYCOV_M_UNIQ_BOTH };

	for (unsigned m = 0; m < sizeof(modes) / sizeof(*modes); m++) {
		static const unsigned counts[] = { 0x100, 0x10000, 0x100000 };

		for (unsigned i = 0; i < 3; i++) {
			CTX.mode = modes[m];
			PREEMPT_COUNT = counts[i] | 3;
			buffer[0] = 0;
			lean_c_hook = 0;
			if (!keeps(shift) || lean_c_hook != 1 || buffer[0] ||
			    lean_slow_pc != (uintptr_t)lean_return)
				return 7;
		}
	}
	PREEMPT_COUNT = 0x80000002;
#endif
#if ANYCOV_PORT_UNIQUE_MODES
	int bad = check_unique(shift);

	if (bad)
		return bad;
#endif
	CTX.mode = MODE(ANYCOV_M_OFF);
	return 0;
}

int main(void)
{
	int bad = check(0);

	/* Stacks of aarch64 and RISC-V are always aligned. */
#if defined(__x86_64__)
	bad = bad ? bad : check(8) ? 100 + check(8) : 0;
#elif defined(__arm__)
	bad = bad ? bad : check(4) ? 100 + check(4) : 0;
#endif
	return bad;
}

#if defined(__riscv)
/* There is no C library here: qemu's user mode handles Linux system calls. */
void _start(void);
void _start(void)
{
	register long code __asm__("a0") = main();
	register long number __asm__("a7") = 93;

	__asm__ volatile("ecall" : : "r"(code), "r"(number));
	__builtin_unreachable();
}
#endif
