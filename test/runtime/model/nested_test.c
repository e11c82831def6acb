/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An "interrupt" that records, after every single instruction of every writer
 * (x86 trap flag): no record outside the buffer, the interrupted record is
 * always there, and the interrupting one is lost only where claim.h says so:
 * between the load and the store of the count with SINGLE, never with CAS.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include "control.h"
#include "anycov/hooks.h"
#include "../check.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

#define WORDS 64
#define OUTER 0x401000
#define INNER 0x402020

static struct anycov_ctx ctx;
static struct anycov_task task;
static volatile long trap_at, traps;
static volatile int same; /* the interrupt hits the same place */

static void call(int cmp, int inner)
{
	test_pc = inner && !same ? INNER : OUTER;
	if (cmp)
		__sanitizer_cov_trace_cmp8(1, 2);
	else
		__sanitizer_cov_trace_pc();
}

static volatile int trap_cmp;

static void on_trap(int sig, siginfo_t *si, void *uc)
{
	uintptr_t pc = test_pc;

	(void)sig, (void)si;
	if (traps++ == trap_at) {
		call(trap_cmp, 1);
		test_pc = pc;
		/* The rest runs at full speed: each boundary costs its way there only. */
		((ucontext_t *)uc)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
	}
}

/* The hook with the trap flag set from its first to its last instruction. */
static __attribute__((noinline)) void stepped(int cmp)
{
	test_pc = OUTER;
	if (cmp)
		__asm__ volatile("sub $128, %%rsp\n\tmov $1, %%edi\n\tmov $2, %%esi\n\t"
				 "pushfq\n\torl $0x100, (%%rsp)\n\tpopfq\n\t"
				 "call __sanitizer_cov_trace_cmp8\n\t"
				 "pushfq\n\tandl $~0x100, (%%rsp)\n\tpopfq\n\tadd $128, %%rsp" ::
					 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
					   "r11", "memory", "cc");
	else
		__asm__ volatile("sub $128, %%rsp\n\t"
				 "pushfq\n\torl $0x100, (%%rsp)\n\tpopfq\n\t"
				 "call __sanitizer_cov_trace_pc\n\t"
				 "pushfq\n\tandl $~0x100, (%%rsp)\n\tpopfq\n\tadd $128, %%rsp" ::
					 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
					   "r11", "memory", "cc");
}

#define U32 32 /* as a mode: mode 0 on a mapping of half the size */

static uint64_t word(const anycov_word *area, unsigned mode, unsigned i)
{
	return mode == U32 ? ((const anycov_u32 *)area)[i] : area[i];
}

/* Records of pc; edges have it in their low half. */
static unsigned times(const anycov_word *area, unsigned mode, unsigned n, uint64_t pc)
{
	unsigned cmp = mode & 9, i, found = 0;
	uint64_t mask = mode == 4 ? 0xffffffff : ~0ull;

	for (i = 0; i < n; i++)
		found += (word(area, mode, cmp ? 4 + i * 4 : 1 + i) & mask) == (pc & mask);
	return found;
}

static void open_and_enable(struct anycov_kcov **k, unsigned mode)
{
	void *m;

	CHECK_EQ(anycov_kcov_open(k), 0);
	CHECK_EQ(anycov_kcov_ioctl(*k, &task, KCOV_INIT_TRACE, WORDS), 0);
	if (mode == U32)
		CHECK_EQ(anycov_kcov_mmap(*k, 0, WORDS * 4, &m), 0);
	CHECK_EQ(anycov_kcov_ioctl(*k, &task, KCOV_ENABLE, mode == U32 ? 0 : mode), 0);
}

/* The second area of 2|4: in bounds, and the edge to the outer place is there. */
static void check_edges(const struct anycov_kcov *k, unsigned fill)
{
	unsigned n = (unsigned)k->edge_area[0], i;

	CHECK(n < WORDS);
	if (fill < WORDS - 3)
		CHECK(times(k->edge_area, 4, n, OUTER) >= 1);
	for (i = n + 2; i < WORDS; i++)
		CHECK_EQ(k->edge_area[i], 0);
}

static void one(unsigned mode, unsigned fill, int same_place, long *lost, long *doubled,
		long *boundaries)
{
	int cmp = mode == 1 || mode == 8;
	unsigned record = cmp ? 4 : 1, i, n, outer, inner;
	struct anycov_kcov *k;

	same = same_place;
	trap_cmp = cmp;
	for (trap_at = 0; trap_at < 10000; trap_at++) {
		open_and_enable(&k, mode);
		for (i = 0; i < fill; i++) {
			test_pc = 0x500000 + 8 * i;
			if (cmp)
				__sanitizer_cov_trace_cmp8(1, 2);
			else
				__sanitizer_cov_trace_pc();
		}
		traps = 0;
		stepped(cmp);
		if (traps <= trap_at) { /* past the hook's last instruction */
			anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0);
			anycov_kcov_release(k);
			break;
		}
		n = (unsigned)word(k->area, mode, 0);
		CHECK(n <= (WORDS - 1) / record);
		outer = times(k->area, mode, n, OUTER);
		inner = times(k->area, mode, n, INNER);
		if (mode == 6)
			check_edges(k, fill);
		/* Room for both, or for neither. */
		if (fill < (WORDS - 1) / record - 1) {
			CHECK(outer >= 1);
			*lost += same_place ? 0 : !inner;
			*doubled += outer + inner > 2;
		}
		for (i = 1 + n * record; i < WORDS; i++) {
			/* Beyond the count only a lost record can have been written. */
			if (i >= 1 + (n + 1) * record)
				CHECK_EQ(word(k->area, mode, i), 0);
		}
		CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
		anycov_kcov_release(k);
		++*boundaries;
	}
}

int main(void)
{
	static const unsigned modes[] = { 0, 1, 2, 4, 6, 8, U32 };
	struct sigaction sa;
	unsigned m;

	memset(&sa, 0, sizeof(sa));
	sa.sa_sigaction = on_trap;
	sa.sa_flags = SA_SIGINFO;
	sigaction(SIGTRAP, &sa, NULL);
	anycov_task_init(&task, &ctx, NULL);
	test_ctx = &ctx;
	for (m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
		long lost = 0, doubled = 0, boundaries = 0;

		one(modes[m], 3, 0, &lost, &doubled, &boundaries);
		one(modes[m], 3, 1, &lost, &doubled, &boundaries);
		one(modes[m], 63, 0, &lost, &doubled, &boundaries);
		one(modes[m], modes[m] & 9 ? 15 : 62, 0, &lost, &doubled, &boundaries);
		printf("mode %u: %ld boundaries, interrupt's record lost at %ld, doubled at %ld\n",
		       modes[m], boundaries, lost, doubled);
		CHECK(boundaries > 40);
		if (ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_CAS)
			CHECK_EQ(lost, 0);
		else
			CHECK(lost <= 4);
		if (modes[m] < 2 || modes[m] == U32)
			CHECK_EQ(doubled, 0);
	}
	return check_result();
}
