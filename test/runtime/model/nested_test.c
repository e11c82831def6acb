/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An "interrupt" that records, at every single instruction boundary of every writer (x86 trap
 * flag): no record is outside the buffer, the interrupted record is always present, and the
 * interrupting one is lost only as claim.h describes: between the load and the store of the
 * count with SINGLE, never with CAS; and in unique modes if the memory that an older set left
 * there equals the interrupt's record.
 *
 * A hook is single-stepped once.  At each boundary the test saves everything that the hook may
 * change, the interrupt records, the hook runs to its end and its result is checked; then the
 * state is restored, and the next instruction is stepped.
 *
 * With ANYCOV_LEAN=1 and the host's port it tests the lean hook, with real PCs.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "kcov/kcov_file.h"
#include "hooks/unique.h"
#include "anycov/hooks.h"
#include "../check.h"

#define WORDS 64
#define U32 32 /* as a mode: mode 0 on a mapping of half the size */
#define TRAP 0x100

extern const char nested_end[]; /* after the interrupted hook's call */

#if ANYCOV_LEAN
__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
#define CTX anycov_self
#define OUTER ((uintptr_t)nested_end)
#define IS_LEAN 1
#define PLACE(pc) ((void)(pc))
static uintptr_t interrupt_pc;
#define INNER interrupt_pc
#else
__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;
static struct anycov_ctx ctx;
#define CTX ctx
#define OUTER 0x401000
#define INNER 0x402020
#define IS_LEAN 0
#define PLACE(pc) ((void)(test_pc = (pc)))
#endif

static struct anycov_kcov_task task;
static struct anycov_kcov *k;

enum writer { W_PC, W_GUARD, W_CMP, W_SWITCH };
static const char *const names[] = { "pc", "guard", "cmp", "switch" };

/* One path through a writer. */
static struct {
	enum writer writer;
	unsigned mode, fill;
	int same; /* the interrupt records the same PC */
	long boundaries, lost, doubled;
} now;

static uint64_t table[] = { 2, 64, 7, 9 };

static __attribute__((noinline)) void interrupt(void)
{
	PLACE(now.same ? OUTER : INNER);
	switch (now.writer) {
	case W_PC:
		__sanitizer_cov_trace_pc();
		break;
	case W_GUARD:
		__sanitizer_cov_trace_pc_guard(NULL);
		break;
	case W_CMP:
		__sanitizer_cov_trace_cmp8(1, 2);
		break;
	case W_SWITCH:
		__sanitizer_cov_trace_switch(8, table);
		break;
	}
	PLACE(OUTER);
	__asm__ volatile("" ::: "memory"); /* no tail call */
}

static uint64_t word(const anycov_word *area, unsigned mode, unsigned i)
{
	return mode == U32 ? ((const anycov_u32 *)area)[i] : area[i];
}

/* Returns the number of records of pc; edges have it in their low half. */
static unsigned times(const anycov_word *area, unsigned mode, unsigned n, uint64_t pc)
{
	unsigned cmp = mode & 9, i, found = 0;
	uint64_t mask = mode == 4 || mode == U32 ? 0xffffffff : ~0ull;

	for (i = 0; i < n; i++)
		found += (word(area, mode, cmp ? 4 + i * 4 : 1 + i) & mask) == (pc & mask);
	return found;
}

/* The second area of 2|4: in bounds, and it contains the edge to the outer PC. */
static void check_edges(void)
{
	unsigned n = (unsigned)k->edge_area[0], i;

	CHECK(n < WORDS);
	if (now.fill < WORDS - 3)
		CHECK(times(k->edge_area, 4, n, OUTER) >= 1);
	for (i = n + 2; i < WORDS; i++)
		CHECK_EQ(k->edge_area[i], 0);
}

static void check_records(void)
{
	unsigned record = now.mode & 9 ? 4 : 1, each = now.writer == W_SWITCH ? 2 : 1;
	unsigned n = (unsigned)word(k->area, now.mode, 0), outer, inner, i;

	CHECK(n <= (WORDS - 1) / record);
	outer = times(k->area, now.mode, n, OUTER);
	inner = times(k->area, now.mode, n, INNER);
	if (now.mode == 6)
		check_edges();
	/* Room for both records. */
	if (now.fill + 2 * each <= (WORDS - 1) / record) {
		CHECK(outer >= each);
		now.lost += now.same ? 0 : inner < each;
		now.doubled += outer + inner > 2 * each;
	}
	/* Beyond the count, only a lost record can have been written. */
	for (i = 1 + (n + each) * record; i < WORDS; i++)
		CHECK_EQ(word(k->area, now.mode, i), 0);
	now.boundaries++;
}

/* What a hook may change; its stack from the red zone up to stepped()'s frame. */
static struct {
	struct anycov_ctx ctx;
	anycov_word area[WORDS], edges[WORDS];
	anycov_u32 slots[2 * WORDS], edge_slots[2 * WORDS];
	char stack[4096], fp[512];
	greg_t regs[NGREG];
} kept;

static char *stack_end;
static int running;

static void memory(void (*copy)(void *kept, void *now, size_t bytes))
{
	size_t slots = anycov_unique_slots(WORDS) * sizeof(anycov_u32);

	copy(&kept.ctx, &CTX, sizeof(kept.ctx));
	copy(kept.area, k->area, sizeof(kept.area));
	if (k->joined)
		copy(kept.slots, (char *)k->joined - slots, slots);
	if (k->edge_area)
		copy(kept.edges, k->edge_area, sizeof(kept.edges));
	if (k->edge_joined)
		copy(kept.edge_slots, (char *)k->edge_joined - slots, slots);
}

static void keep(void *to, void *from, size_t bytes)
{
	memcpy(to, from, bytes);
}

static void bring_back(void *from, void *to, size_t bytes)
{
	memcpy(to, from, bytes);
}

static void on_trap(int sig, siginfo_t *si, void *uc)
{
	mcontext_t *m = &((ucontext_t *)uc)->uc_mcontext;
	greg_t *regs = m->gregs;
	char *from;

	(void)sig, (void)si;
	if (running) { /* the hook has ended, at full speed */
		check_records();
		memory(bring_back);
		memcpy(regs, kept.regs, sizeof(kept.regs));
		memcpy(m->fpregs, kept.fp, sizeof(kept.fp));
		from = (char *)regs[REG_RSP] - 128;
		memcpy(from, kept.stack, (size_t)(stack_end - from));
		regs[REG_EFL] |= TRAP;
		running = 0;
	} else if (regs[REG_RIP] == (greg_t)(uintptr_t)nested_end) {
		regs[REG_EFL] &= ~TRAP;
		regs[REG_RIP]++; /* past the breakpoint */
	} else {
		memory(keep);
		memcpy(kept.regs, regs, sizeof(kept.regs));
		memcpy(kept.fp, m->fpregs, sizeof(kept.fp));
		from = (char *)regs[REG_RSP] - 128;
		if ((size_t)(stack_end - from) > sizeof(kept.stack))
			abort();
		memcpy(kept.stack, from, (size_t)(stack_end - from));
		interrupt();
		regs[REG_EFL] &= ~TRAP;
		running = 1;
	}
}

/* Runs the hook with the trap flag set from before its first to after its last instruction. */
static __attribute__((noinline, noclone)) void stepped(void *hook, uintptr_t a, uintptr_t b)
{
	stack_end = __builtin_frame_address(0);
	PLACE(OUTER);
	__asm__ volatile("mov %%rsp, %%rbx\n\tsub $128, %%rsp\n\tand $-16, %%rsp\n\t"
			 "pushfq\n\torl $0x100, (%%rsp)\n\tpopfq\n\t"
			 "call *%%rax\n"
			 "nested_end:\n\tint3\n\t"
			 "mov %%rbx, %%rsp"
			 : "+a"(hook), "+D"(a), "+S"(b)
			 :
			 : "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc");
}

/* Calls a hook with this PC.  Lean: from a call instruction at that address. */
static void record_at(uintptr_t pc)
{
	int cmp = now.mode == 1 || now.mode == 8;

#if ANYCOV_LEAN
	unsigned char *p = (unsigned char *)pc - 12;
	void (*hook)(void) = __sanitizer_cov_trace_pc;

	(void)cmp;
	memcpy(p, "\x48\xb8", 2);
	memcpy(p + 2, &hook, 8);
	memcpy(p + 10, "\xff\xd0\xc3", 3);
	((void (*)(void))(uintptr_t)p)();
#else
	PLACE(pc);
	if (cmp)
		__sanitizer_cov_trace_cmp8(1, 2);
	else
		__sanitizer_cov_trace_pc();
#endif
}

static uintptr_t places;

static anycov_word home_of(uintptr_t prev, uintptr_t pc)
{
	if (now.mode == 8)
		return anycov_unique_hash_cmp(1, 2, pc);
	if (now.mode == 4 && now.writer != W_GUARD)
		return anycov_edge_home(anycov_edge_word((anycov_word)prev << 32, pc));
	return pc;
}

/* Are these home slots of different groups? */
static int apart(anycov_word home, anycov_word other)
{
	return ((home ^ other) & (anycov_unique_first(WORDS) - 1) & ~7ul) != 0;
}

/*
 * Chooses the PCs from number i on, which all have home slots in the group; with edges, the edge
 * from the last to the outer PC has one, too.  A PC's last 7 bits decide.  Which of them can be
 * the last depends on the outer PC, so an earlier choice may have to be another one.
 */
static int choose(uintptr_t *pcs, unsigned i, anycov_word group, int edges, uintptr_t outer)
{
	uintptr_t pc = i ? pcs[i - 1] + 16 : places, end = pc + anycov_unique_first(WORDS);

	for (; pc < end; pc++) {
		if (apart(home_of(i ? (uint32_t)pcs[i - 1] : 0, pc), group))
			continue;
		pcs[i] = pc;
		if (i + 1 < now.fill ? choose(pcs, i + 1, group, edges, outer)
				     : !edges || !apart(home_of(pc, outer), group))
			return 1;
	}
	return 0;
}

/* Fills the table with keys that have the home slot of the outer PC, or cannot collide. */
static void fill(int crowded)
{
	int edges = now.mode == 4 && now.writer != W_GUARD;
	uintptr_t pcs[WORDS];
	unsigned i;

	for (i = 0; i < now.fill; i++)
		pcs[i] = places + i * 16;
	if (crowded)
		CHECK(choose(pcs, 0, edges ? 0 : home_of(0, OUTER), edges, OUTER));
	for (i = 0; i < now.fill; i++)
		record_at(pcs[i]);
}

/* Wherever the linker puts the outer call, there are edges for a crowded group. */
static void test_choose(void)
{
	uintptr_t pcs[WORDS], outer;

	now.writer = W_PC;
	now.mode = 4;
	for (now.fill = 4; now.fill <= 20; now.fill += 16)
		for (outer = OUTER; outer < OUTER + anycov_unique_first(WORDS); outer++)
			CHECK(choose(pcs, 0, 0, 1, outer));
}

/*
 * An earlier round, with the interrupt's record in the position of this round's record of the
 * hook: until that is written, the old contents look like a record of this set.  The
 * interrupt's edge is the one from the hook's PC, if the hook can be called from there.
 */
static void leave_stale(void)
{
	int from_outer = now.mode == 4 && now.writer != W_GUARD && !IS_LEAN;

	now.fill -= from_outer;
	fill(0);
	now.fill += from_outer;
	if (from_outer)
		record_at(OUTER);
	interrupt();
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_RESET_TRACE, 0), 0);
}

static void through(enum writer writer, unsigned mode, unsigned filled, int same, int crowded,
		    int stale)
{
	void *hooks[] = { (void *)__sanitizer_cov_trace_pc, (void *)__sanitizer_cov_trace_pc_guard,
			  (void *)__sanitizer_cov_trace_cmp8,
			  (void *)__sanitizer_cov_trace_switch };
	long lost = now.lost;
	void *m;

	now.writer = writer;
	now.mode = mode;
	now.fill = filled;
	now.same = same;
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, WORDS), 0);
	if (mode == U32)
		CHECK_EQ(anycov_kcov_mmap(k, 0, WORDS * 4, &m), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, mode == U32 ? 0 : mode), 0);
	if (stale)
		leave_stale();
	fill(crowded);
	stepped(hooks[writer], writer == W_SWITCH ? 8 : 1,
		writer == W_SWITCH ? (uintptr_t)table : 2);
	/*
	 * SINGLE: a claim is open for 4 instructions, whatever the compiler; 2 claims per switch.
	 * The lean hook has no register left for the area, and reads it again.
	 */
	if (!stale)
		CHECK(now.lost - lost <= (writer == W_SWITCH ? 8 : IS_LEAN && mode == 0 ? 5 : 4));
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	anycov_kcov_release(k);
}

static void writer_in(enum writer writer, unsigned mode)
{
	int cmp = writer >= W_CMP, each = writer == W_SWITCH ? 2 : 1;
	long lost;

	now.boundaries = now.lost = now.doubled = 0;
	through(writer, mode, 3, 0, 0, 0);
	if (!IS_LEAN)
		through(writer, mode, 3, 1, 0, 0);
	through(writer, mode, cmp ? 15 : 63, 0, 0, 0);
	through(writer, mode, cmp ? 14 : 62, 0, 0, 0);
	if (mode >= 2 && mode != U32) {
		through(writer, mode, cmp ? 9 : 4, 0, 1, 0);
		through(writer, mode, cmp ? 11 : 20, 0, 1, 0);
	}
	CHECK(now.boundaries > 20);
	if (ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_CAS)
		CHECK_EQ(now.lost, 0);
	else
		CHECK(now.lost > 0);
	lost = now.lost;
	if (mode >= 2 && mode != U32) {
		/*
		 * Between the claim and the record's last word, memory may contain an old
		 * record.
		 */
		through(writer, mode, 4, 0, 0, 1);
		CHECK(now.lost - lost <= (cmp ? 14 : 6) * each);
	}
	printf("%s, mode %u: %ld boundaries, interrupt's record lost at %ld, to an old one at %ld, "
	       "doubled at %ld\n",
	       names[writer], mode, now.boundaries, lost, now.lost - lost, now.doubled);
	if (mode < 2 || mode == U32)
		CHECK_EQ(now.doubled, 0);
}

#if ANYCOV_LEAN
/* The PC that interrupt() records. */
static void learn(void)
{
	now.writer = W_PC;
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, WORDS), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, 0), 0);
	interrupt();
	interrupt_pc = k->area[1];
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	anycov_kcov_release(k);
}
#endif

int main(void)
{
	static const unsigned modes[] = { 0, 2, 4, 6, U32 };
	static char alternative[65536];
	struct sigaction sa;
	stack_t stack;
	unsigned m;

	setenv("ANYCOV_KCOV_U32", "1", 1);
	memset(&stack, 0, sizeof(stack));
	stack.ss_sp = alternative; /* the interrupted stack is saved and restored */
	stack.ss_size = sizeof(alternative);
	sigaltstack(&stack, NULL);
	memset(&sa, 0, sizeof(sa));
	sa.sa_sigaction = on_trap;
	sa.sa_flags = SA_SIGINFO | SA_ONSTACK;
	sigaction(SIGTRAP, &sa, NULL);
	anycov_kcov_task_init(&task, &CTX, NULL);
#if ANYCOV_LEAN
	places = (uintptr_t)mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE | PROT_EXEC,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(places != (uintptr_t)MAP_FAILED);
	places += 64;
	learn();
#else
	test_ctx = &CTX;
	places = 0x500000;
#endif
	test_choose();
	for (m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
		writer_in(W_PC, modes[m]);
		if (!IS_LEAN)
			writer_in(W_GUARD, modes[m]);
	}
	for (m = 1; !IS_LEAN && m <= 8; m += 7) {
		writer_in(W_CMP, m);
		writer_in(W_SWITCH, m);
	}
	return check_result();
}
