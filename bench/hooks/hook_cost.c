/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Cost of one hook call: executed instructions, counted one by one with the trap flag, and
 * nanoseconds.  Call sites are generated at run time, some 20 bytes apart like basic blocks;
 * "90 % full" uses a set that fills nine tenths of the buffer: instructions of every 16th PC,
 * nanoseconds of PCs chosen at random.
 *
 * Each output line: what was measured, instructions, their ratio to our own plain record and to
 * Linux's (of the same kind, PC or comparison, on or off), and nanoseconds.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include "kcov/kcov_file.h"
#include "anycov/hooks.h"
#include "proposals.h"

#define WORDS (1u << 16)
#define SITES (WORDS * 9 / 10)
#define SITE_BYTES 32 /* maximum */
#define TIMED 10000
#define RUNS 60
#define EVERY 16 /* which of many PCs are counted */

__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
static struct anycov_kcov_task task;
static struct anycov_kcov *k;
static unsigned char *code;
static uint32_t guards[SITES];
static volatile unsigned long traps;
static uint32_t rng = 1;

typedef void site_fn(void);
static site_fn *sites[SITES];

static uint32_t next(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

/* mov $guard, %rdi; mov $hook, %rax; call *%rax; ret */
static void make_sites(void *hook)
{
	unsigned char *p = code;
	unsigned i;

	for (i = 0; i < SITES; i++, p += 23 + next() % (SITE_BYTES - 22)) {
		void *guard = &guards[i];

		memcpy(p, "\x48\xbf", 2);
		memcpy(p + 2, &guard, 8);
		memcpy(p + 10, "\x48\xb8", 2);
		memcpy(p + 12, &hook, 8);
		memcpy(p + 20, "\xff\xd0\xc3", 3);
		guards[i] = i + 1;
		sites[i] = (site_fn *)(uintptr_t)p;
	}
}

static site_fn *site(unsigned i)
{
	return sites[i];
}

static void on_trap(int sig)
{
	(void)sig;
	traps++;
}

static __attribute__((noinline)) void empty(void)
{
	__asm__ volatile("");
}

static unsigned long stepped(site_fn *f)
{
	traps = 0;
	__asm__ volatile("sub $128, %%rsp\n\tpushfq\n\torl $0x100, (%%rsp)\n\tpopfq\n\tcall *%0\n\t"
			 "pushfq\n\tandl $~0x100, (%%rsp)\n\tpopfq\n\tadd $128, %%rsp" ::"r"(f)
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory",
			   "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
			   "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
	return traps;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void anycov_mode(long mode)
{
	anycov_kcov_task_exit(&task);
	if (mode >= 0 && anycov_kcov_ioctl(k, &task, KCOV_ENABLE, (uintptr_t)mode))
		exit(3);
}

static void reset(int ours)
{
	if (ours)
		*k->area = 0;
	else
		proposals_reset();
}

struct cost {
	double insns, ns;
};

/* Calls in the generated code itself: the same with a hook that returns at once. */
static double overhead_insns, overhead_ns;

static struct cost measure(int places, int ours, int clear)
{
	static unsigned order[1 << 16];
	struct cost c = { 0, 0 };
	unsigned i, run, n = sizeof(order) / sizeof(order[0]);
	unsigned counted = places == 1 ? 100 : SITES / EVERY;
	double from, best;

	for (i = 0; i < n; i++)
		order[i] = places == 1 ? 7 : next() % (unsigned)places;
	for (i = 0; places > 1 && i < (unsigned)places; i++)
		site(i)();
	site(7)();
	for (i = 0; i < counted; i++) {
		if (clear)
			reset(ours);
		c.insns += (double)stepped(site(places == 1 ? 7 : i * EVERY));
	}
	/* The best of many short runs: disturbances only add to a run. */
	for (best = 1e9, run = 0; run < RUNS; run++) {
		if (clear)
			reset(ours);
		from = now();
		for (i = 0; i < TIMED; i++)
			site(order[(run * 7919 + i) % n])();
		if (now() - from < best)
			best = now() - from;
	}
	c.ns = best / TIMED - overhead_ns;
	c.insns = c.insns / counted - overhead_insns;
	return c;
}

/* Records every PC for the first time in its set; counts every 64th. */
static struct cost fill(int ours)
{
	struct cost c = { 0, 0 };
	unsigned i, counted = 0;

	reset(ours);
	for (i = 0; i < SITES; i++) {
		if (i % 64) {
			site(i)();
			continue;
		}
		c.insns += (double)stepped(site(i)) - overhead_insns;
		counted++;
	}
	c.insns /= counted;
	return c;
}

/*
 * Edges: passes through all PCs, always in the same order, so that each round has the edges of
 * the first.  Counts a repeated record for every 16th.
 */
static struct cost walk_again(void)
{
	struct cost c = { 0, 1e9 };
	unsigned i, run, counted = 0;
	double from;

	for (run = 0; run < 2; run++)
		for (i = 0; i < SITES; i++)
			site(i)();
	for (i = 0; i < SITES; i++) {
		if (i % EVERY) {
			site(i)();
			continue;
		}
		c.insns += (double)stepped(site(i)) - overhead_insns;
		counted++;
	}
	c.insns /= counted;
	for (run = 0; run < RUNS / 4; run++) {
		from = now();
		for (i = 0; i < SITES; i++)
			site(i)();
		if (now() - from < c.ns)
			c.ns = now() - from;
	}
	c.ns = c.ns / SITES - overhead_ns;
	return c;
}

/* Comparison hooks have arguments, and records of four words: a measurement of its own. */
static volatile uint32_t compared;
static void (*volatile compare_hook)(uint32_t, uint32_t);
static double overhead_compare;

static __attribute__((noinline)) void one_compare(void)
{
	compare_hook(compared, 1);
	__asm__ volatile("");
}

static __attribute__((noinline)) void no_compare(uint32_t a, uint32_t b)
{
	__asm__ volatile("" ::"r"(a), "r"(b));
}

/* Uses n comparisons that are already in the set, or not yet; 0: always the same one. */
static struct cost compare(unsigned n)
{
	struct cost c = { 0, 0 };
	unsigned i, counted = 0;

	for (i = 0; i < (n ? n : 100); i += 1) {
		compared = n ? i * 2654435761u : 0;
		if (n && i % EVERY) {
			one_compare();
			continue;
		}
		c.insns += (double)stepped(one_compare) - overhead_compare;
		counted++;
	}
	c.insns /= counted;
	return c;
}

static double plain_ours, plain_linux, off_linux;
static int failed;

static void row(const char *what, struct cost c)
{
	printf("%s|%.1f|%.2f|%.2f|", what, c.insns, c.insns / plain_ours, c.insns / plain_linux);
	if (c.ns != 0)
		printf("%.1f\n", c.ns);
	else
		puts("-"); /* not timed */
}

static void off_row(const char *what, struct cost c)
{
	printf("%s|%.1f|-|%.2f|-\n", what, c.insns, c.insns / off_linux);
}

/* Bounds for every build: a goal, or what was reached and must not be lost. */
static void at_most(const char *what, double insns, double times, const char *whose, double bound)
{
	if (insns <= times * bound + 0.05)
		return;
	fprintf(stderr, "hook_cost: %s takes %.1f instructions, more than %.2f of the %.1f of %s\n",
		what, insns, times, bound, whose);
	failed = 1;
}

#define COMPARES (WORDS / 4 * 9 / 10)

static void unique_compares(const char *name, int ours)
{
	struct cost fresh, full;
	char what[80];

	one_compare();
	compared = 0;
	one_compare();
	fresh = compare(0);
	snprintf(what, sizeof(what), "%s, repeated, fresh", name);
	row(what, fresh);
	if (ours) {
		anycov_mode(-1);
		anycov_mode(KCOV_TRACE_UNIQ_CMP);
	} else {
		proposals_start(16, WORDS);
	}
	snprintf(what, sizeof(what), "%s, new, 0 to 90 %% full", name);
	row(what, compare(COMPARES));
	full = compare(COMPARES);
	snprintf(what, sizeof(what), "%s, repeated, 90 %% full", name);
	row(what, full);
	if (ours) /* reached: 2.20 by GCC 12, 2.26 by clang 19, whose plain record is shorter */
		at_most("a repeated compare", full.insns, 2.27, "a plain one", plain_ours);
}

static void compares(void)
{
	struct cost p, l, off;

	compare_hook = no_compare;
	overhead_compare = (double)stepped(one_compare) - 1; /* its ret */
	compare_hook = __sanitizer_cov_trace_cmp4;
	anycov_mode(KCOV_TRACE_CMP);
	reset(1);
	p = compare(0);
	anycov_mode(-1);
	off = compare(0);
	compare_hook = linux_trace_cmp4;
	proposals_start(3, WORDS);
	l = compare(0);
	proposals_start(0, WORDS);
	off_linux = compare(0).insns;
	plain_ours = p.insns;
	plain_linux = l.insns;
	row("CMP: anycov, plain record", p);
	row("CMP: Linux 6.12, plain record", l);
	off_row("CMP: anycov, off", off);
	off_row("CMP: Linux 6.12, off", (struct cost){ off_linux, 0 });
	at_most("a compare record", p.insns, 1, "Linux's", l.insns);
	at_most("a compare hook that is off", off.insns, 1, "Linux's", off_linux);
	compare_hook = __sanitizer_cov_trace_cmp4;
	anycov_mode(KCOV_TRACE_UNIQ_CMP);
	unique_compares("UNIQ_CMP: anycov", 1);
	anycov_mode(-1);
	compare_hook = hash_trace_cmp4;
	proposals_start(16, WORDS);
	unique_compares("UNIQ_CMP: hash-table proposal", 0);
}

static void plain(void)
{
	struct cost p, l, off;
	void *memory;

	make_sites((void *)(uintptr_t)linux_trace_pc);
	proposals_start(2, WORDS);
	l = measure(1, 0, 1);
	proposals_start(0, WORDS);
	off_linux = measure(1, 0, 0).insns;
	make_sites((void *)(uintptr_t)__sanitizer_cov_trace_pc);
	anycov_mode(KCOV_TRACE_PC);
	p = measure(1, 1, 1);
	plain_ours = p.insns;
	plain_linux = l.insns;
	row("PC: anycov, plain record", p);
	row("PC: Linux 6.12, plain record", l);
	anycov_mode(-1);
	anycov_kcov_mmap(k, 0, WORDS * 4, &memory);
	anycov_mode(KCOV_TRACE_PC);
	row("PC, u32 words: anycov", measure(1, 1, 1));
	anycov_mode(-1);
	anycov_kcov_mmap(k, 0, WORDS * 8, &memory);
	off = measure(1, 1, 0);
	off_row("off, every mode of PCs: anycov", off);
	off_row("off: Linux 6.12", (struct cost){ off_linux, 0 });
	at_most("a plain record", p.insns, 1, "Linux's", l.insns);
	at_most("a hook that is off", off.insns, 1, "Linux's", off_linux);
}

static void unique_pcs(void)
{
	struct cost u;

	make_sites((void *)(uintptr_t)__sanitizer_cov_trace_pc);
	anycov_mode(KCOV_TRACE_UNIQ_PC);
	row("UNIQ_PC: anycov, repeated, fresh", measure(1, 1, 0));
	u = measure(SITES, 1, 0);
	row("UNIQ_PC: anycov, repeated, 90 % full", u);
	row("UNIQ_PC: anycov, new, 0 to 90 % full", fill(1));
	/* The lean hook's own plain record is cheaper than a C function's can be. */
	at_most("a repeated PC at 90 %", u.insns, BENCH_LEAN ? 1.35 : 1.3, "a plain record",
		plain_ours);
	at_most("a repeated PC at 90 %", u.insns, 1, "Linux's plain record", plain_linux);
	make_sites((void *)(uintptr_t)hash_trace_pc);
	proposals_start(16, WORDS);
	row("UNIQ_PC: hash-table proposal, repeated, fresh", measure(1, 0, 0));
	row("UNIQ_PC: hash-table proposal, repeated, 90 %", measure(SITES, 0, 0));
	proposals_start(16, WORDS);
	row("UNIQ_PC: hash-table proposal, new", fill(0));
	make_sites((void *)(uintptr_t)lines_trace_pc);
	proposals_start(7, WORDS);
	row("UNIQ_PC: lines of bits, repeated, fresh", measure(1, 0, 0));
	row("UNIQ_PC: lines of bits, repeated, 90 % full", measure(SITES, 0, 0));
	proposals_start(7, WORDS);
	row("UNIQ_PC: lines of bits, new", fill(0));
}

static void unique_edges(void)
{
	struct cost e;

	make_sites((void *)(uintptr_t)__sanitizer_cov_trace_pc);
	anycov_mode(-1);
	anycov_mode(KCOV_TRACE_UNIQ_EDGE);
	site(7)();
	site(7)(); /* the edge from it to itself */
	e = measure(1, 1, 0);
	row("UNIQ_EDGE: anycov, repeated, fresh", e);
	at_most("a repeated edge", e.insns, 2, "a plain record", plain_ours);
	anycov_mode(-1);
	anycov_mode(KCOV_TRACE_UNIQ_EDGE);
	row("UNIQ_EDGE: anycov, new, 0 to 90 % full", fill(1));
	e = walk_again();
	row("UNIQ_EDGE: anycov, repeated, 90 % full", e);
	at_most("a repeated edge at 90 %", e.insns, 2.5, "a plain record", plain_ours);
	make_sites((void *)(uintptr_t)hash_trace_edge);
	proposals_start(16, WORDS);
	row("UNIQ_EDGE: hash-table proposal, new", fill(0));
	row("UNIQ_EDGE: hash-table proposal, repeated, 90 %", walk_again());
	make_sites((void *)(uintptr_t)__sanitizer_cov_trace_pc_guard);
	anycov_mode(-1);
	anycov_mode(KCOV_TRACE_UNIQ_EDGE);
	row("guards, UNIQ_EDGE: anycov, repeated, fresh", measure(1, 1, 0));
	row("guards, UNIQ_EDGE: anycov, repeated, 90 %", measure(SITES, 1, 0));
	make_sites((void *)(uintptr_t)guard_trace_pc);
	proposals_start(5, WORDS);
	row("guards: guard-bitmap proposal, repeated, fresh", measure(1, 0, 0));
	row("guards: guard-bitmap proposal, repeated, 90 %", measure(SITES, 0, 0));
	make_sites((void *)(uintptr_t)__sanitizer_cov_trace_pc);
	anycov_mode(-1);
	anycov_mode(KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE);
	site(7)();
	row("2 and 4, both: anycov, repeated, fresh", measure(1, 1, 0));
	anycov_mode(-1);
}

int main(void)
{
	struct sigaction sa;
	struct cost c;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = on_trap;
	sigaction(SIGTRAP, &sa, NULL);
	code = mmap(NULL, (size_t)SITES * SITE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	anycov_kcov_task_init(&task, &anycov_self, NULL);
	if (code == MAP_FAILED || anycov_kcov_open(&k) ||
	    anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, WORDS))
		return 2;

	make_sites((void *)(uintptr_t)empty);
	c = measure(1, 1, 0);
	overhead_insns = c.insns - 1; /* empty() itself is one: ret */
	overhead_ns = c.ns;

	plain();
	unique_pcs();
	unique_edges();
	compares();
	return failed;
}
