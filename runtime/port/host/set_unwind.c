/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Walks the stack of this thread by the unwind tables of the images. */
#include <elf.h>
#include <errno.h>
#include <ucontext.h>
#include "set_unwind.h"

#ifdef SET_HAS_UNWIND

/* Nothing else is mapped that close below the end of the process's stack. */
#define STACK_MAX (64u << 20)
/* A recursion as deep as this is not worth the time. */
#define FRAMES_MAX 20000
/* Frames whose rules are kept, and how far from its place one may be. */
#define KEPT_MAX 1024u
#define KEPT_PROBES 8u

/* The rules are kept in the order in which they were found, so that the few of a process that just
 * ends are in one page.  A place is that of a PC, and keeps its number. */
static struct {
	uint32_t n;                /* numbers that were given */
	uint16_t number[KEPT_MAX]; /* by place, + 1; 0: none yet */
	struct frame_rules rules[KEPT_MAX];
} kept __attribute__((aligned(4096)));

struct unwinding {
	struct set_frame frame; /* for the visitor */
	uintptr_t registers[N_REGISTERS];
	uint32_t known; /* registers, as bits */
	uintptr_t pc;
	uintptr_t readable;   /* the stack is mapped up to here */
	struct set_code code; /* that contains pc */
};

static uintptr_t without_signature(uintptr_t pc, int is_signed)
{
#ifdef __aarch64__
	register uintptr_t x30 __asm__("x30") = pc;

	if (is_signed)
		__asm__("hint #7" : "+r"(x30)); /* xpaclri */
	return x30;
#else
	(void)is_signed;
	return pc;
#endif
}

/* The kernel reads a signal set before it refuses what is to be done with it.  Not mincore(), to
 * which a page without permissions, such as a guard of a stack, is mapped. */
int set_is_readable(uintptr_t page)
{
	return SET_SYS4(SYS_rt_sigprocmask, -1, page, NULL, sizeof(uint64_t)) == -EINVAL;
}

int set_has_room(uintptr_t stack, uintptr_t bytes)
{
	uintptr_t page = set_page_bytes(), at;

	for (at = (stack - bytes) & -page; at < stack; at += page)
		if (!set_is_readable(at))
			return 0;
	return 1;
}

/* A coroutine's stack may be small, and so may a signal's own. */
int set_has_stack(const void *context)
{
	const ucontext_t *c = context;
	uintptr_t here = (uintptr_t)&c, own = (uintptr_t)c->uc_stack.ss_sp;

	if (!(c->uc_stack.ss_flags & SS_DISABLE) && here - own < c->uc_stack.ss_size)
		return here - own > SET_STACK_BYTES;
	return set_has_room(here, SET_STACK_BYTES);
}

/* Returns whether the stack can be read up to this address. */
static int is_mapped(struct unwinding *w, uintptr_t end)
{
	while (w->readable < end) {
		uintptr_t page = set_page_bytes(), from = w->readable & -page;

		if (!set_is_readable(from))
			return 0;
		w->readable = from + page;
	}
	return 1;
}

/*
 * The tables do not say that the end of a function has popped a register; its value is still there,
 * below the stack pointer, where the kernel leaves 128 bytes as they are.
 */
static int is_popped(const struct unwinding *w, uintptr_t stack, uintptr_t at)
{
#ifdef __x86_64__
	return w->frame.is_interrupted && stack - at <= 128 && set_is_readable(at);
#else
	(void)w;
	(void)stack;
	(void)at;
	return 0;
#endif
}

/* Returns whether a register would be read from outside of the frame. */
static int is_outside(const struct unwinding *w, const struct frame_rules *r, uintptr_t cfa,
		      uintptr_t stack)
{
	unsigned i;

	for (i = 0; i < N_SAVED; i++) {
		uintptr_t below = (uintptr_t) - (intptr_t)r->at[i] * sizeof(below);

		if (r->in_frame >> i & 1 && below > cfa - stack &&
		    !is_popped(w, stack, cfa - below))
			return 1;
	}
	return 0;
}

/* Sets the registers to those of the caller.  Returns 0 or -1. */
static int step(struct unwinding *w, const struct frame_rules *r, uintptr_t cfa)
{
	uintptr_t stack = w->registers[STACK_POINTER];
	unsigned left;

	/* Each caller's frame is above; a stack that is not is not one that the tables describe. */
	if (cfa < stack || (cfa == stack && !w->frame.is_interrupted) || cfa % sizeof(cfa) ||
	    (cfa > w->readable && !is_mapped(w, cfa)))
		return -1;
	if ((uintptr_t) - (intptr_t)r->lowest * sizeof(cfa) > cfa - stack &&
	    is_outside(w, r, cfa, stack))
		return -1;
	for (left = r->in_frame; left; left &= left - 1) {
		int i = __builtin_ctz(left);

		w->registers[set_saved[i]] = ((const uintptr_t *)cfa)[r->at[i]];
	}
	w->known = (w->known & r->same) | r->known;
	if (!(w->known >> PC_COLUMN & 1))
		return -1;
	w->pc = without_signature(w->registers[PC_COLUMN], r->is_signed);
	w->registers[STACK_POINTER] = cfa;
	return 0;
}

static int read_rules(struct unwinding *w, uintptr_t pc, struct frame_rules *r)
{
	if ((pc < w->code.low || pc >= w->code.high) && set_find_code(pc, &w->code))
		return -1;
	return set_read_rules(&w->code, pc, r);
}

/*
 * Reads the rules of a caller: a return address follows the call, and may follow its function.
 * None returns to the first instruction of one: makecontext() put its address there.
 */
static int read_caller(struct unwinding *w, struct frame_rules *r)
{
	if (!read_rules(w, w->pc - 1, r))
		return 0;
	if (read_rules(w, w->pc, r) || r->from != w->pc)
		return -1;
	r->is_last = 1;
	return 0;
}

/* Returns the rules of a place, which may be empty, or NULL: there is no room for more. */
static struct frame_rules *rules_at(uint32_t place)
{
	uint16_t number = __atomic_load_n(&kept.number[place], __ATOMIC_ACQUIRE);
	uint32_t n;

	if (number)
		return &kept.rules[number - 1];
	if (__atomic_load_n(&kept.n, __ATOMIC_RELAXED) >= KEPT_MAX)
		return NULL;
	n = __atomic_fetch_add(&kept.n, 1, __ATOMIC_RELAXED);
	if (n >= KEPT_MAX)
		return NULL;
	/* The number is lost if another thread has just given one. */
	if (__atomic_compare_exchange_n(&kept.number[place], &number, (uint16_t)(n + 1), 0,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		number = (uint16_t)(n + 1);
	return &kept.rules[number - 1];
}

static uint32_t place_of(uintptr_t pc)
{
	return (uint32_t)((pc * 0x9e3779b97f4a7c15u) >> 40);
}

/* Returns the rules of a PC if its callee was called from there the last time, or if they are at
 * their first place; or NULL. */
static inline struct frame_rules *find_at_once(uintptr_t pc, struct frame_rules *callee)
{
	struct frame_rules *k = &kept.rules[__atomic_load_n(&callee->caller, __ATOMIC_RELAXED)];
	uint16_t number;

	if (__atomic_load_n(&k->pc, __ATOMIC_ACQUIRE) == pc)
		return k;
	number = __atomic_load_n(&kept.number[place_of(pc) % KEPT_MAX], __ATOMIC_ACQUIRE);
	if (!number)
		return NULL;
	k = &kept.rules[number - 1];
	if (__atomic_load_n(&k->pc, __ATOMIC_ACQUIRE) != pc)
		return NULL;
	__atomic_store_n(&callee->caller, (uint16_t)(number - 1), __ATOMIC_RELAXED);
	return k;
}

/*
 * Returns the rules of the frame that goes on at w->pc, or NULL; room: for rules that are not
 * kept.  A place is emptied when the image is gone.
 */
static struct frame_rules *find_rules(struct unwinding *w, int is_first, struct frame_rules *room)
{
	uint32_t i, at = place_of(w->pc);
	struct frame_rules *r = room;

	for (i = 0; i < KEPT_PROBES; i++) {
		struct frame_rules *k = rules_at((at + i) % KEPT_MAX);
		uintptr_t pc;

		if (!k)
			continue;
		pc = __atomic_load_n(&k->pc, __ATOMIC_ACQUIRE);
		if (pc == w->pc)
			return k;
		if (!pc && __atomic_compare_exchange_n(&k->pc, &pc, 1, 0, __ATOMIC_ACQUIRE,
						       __ATOMIC_RELAXED)) {
			r = k;
			break;
		}
	}
	if (!(is_first ? read_rules(w, w->pc, room) : read_caller(w, room))) {
		room->pc = w->pc;
		if (r != room) {
			uintptr_t pc = room->pc;

			room->pc = 1;
			*r = *room;
			__atomic_store_n(&r->pc, pc, __ATOMIC_RELEASE);
		}
		return r;
	}
	if (r != room)
		__atomic_store_n(&r->pc, 0, __ATOMIC_RELEASE);
	return NULL;
}

/* No thread is in these frames. */
void set_forget_rules(uintptr_t low, uintptr_t high)
{
	uint32_t i, n = __atomic_load_n(&kept.n, __ATOMIC_RELAXED);

	for (i = 0; i < n && i < KEPT_MAX; i++) {
		uintptr_t pc = __atomic_load_n(&kept.rules[i].pc, __ATOMIC_RELAXED);

		if (pc > low && pc <= high)
			__atomic_store_n(&kept.rules[i].pc, 0, __ATOMIC_RELEASE);
	}
}

#if defined(__x86_64__)
#define CAPTURE(to)                                                                                \
	__asm__ volatile("movq %%rbx,24(%0)\n\tmovq %%rbp,48(%0)\n\tmovq %%rsp,56(%0)\n\t"         \
			 "movq %%r12,96(%0)\n\tmovq %%r13,104(%0)\n\tmovq %%r14,112(%0)\n\t"       \
			 "movq %%r15,120(%0)\n\tleaq 1f(%%rip),%%rax\n\tmovq %%rax,128(%0)\n1:"    \
			 :                                                                         \
			 : "r"(to)                                                                 \
			 : "rax", "memory")
#else
#define CAPTURE(to)                                                                                \
	__asm__ volatile("stp x19,x20,[%0,#152]\n\tstp x21,x22,[%0,#168]\n\t"                      \
			 "stp x23,x24,[%0,#184]\n\tstp x25,x26,[%0,#200]\n\t"                      \
			 "stp x27,x28,[%0,#216]\n\tmov x1,sp\n\tstr x29,[%0,#232]\n\t"             \
			 "str x1,[%0,#248]\n\tadr x1,1f\n\tstr x1,[%0,#240]\n1:"                   \
			 :                                                                         \
			 : "r"(to)                                                                 \
			 : "x1", "memory")
#endif

/* Returns where the kernel put the bytes of AT_RANDOM, above the first frame of the process, or 0.
 */
static uintptr_t above_first_frame(void)
{
	static uintptr_t known;
	uintptr_t at = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (!at) {
		at = set_auxv(AT_RANDOM, 0);
		__atomic_store_n(&known, at, __ATOMIC_RELAXED);
	}
	return at;
}

/* Begins a stack.  Returns the target if it may be on it, or one that no stack has. */
static uintptr_t begin_stack(struct unwinding *w, uintptr_t target)
{
	uintptr_t stack = w->registers[STACK_POINTER], top = above_first_frame();

	/* All up to the first frame is mapped; up to the target it may not be, which may be on the
	 * stack of another coroutine. */
	w->readable = stack;
	if (top - stack < STACK_MAX)
		w->readable = top;
	else if (!w->frame.is_past_signal)
		w->readable = (stack | (set_page_bytes() - 1)) + 1;
	return target > stack ? target : UINTPTR_MAX;
}

/* ---- signals ---- */

#if defined(__x86_64__)
#define CONTEXT_AT 0 /* from the stack pointer at which a handler returns */
#define REGISTER(c, i) ((c)->uc_mcontext.gregs[number_of[i]])
#define CONTEXT_PC(c) ((c)->uc_mcontext.gregs[REG_RIP])
static const uint8_t number_of[N_REGISTERS] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI,
						REG_RDI, REG_RBP, REG_RSP, REG_R8,  REG_R9,
						REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
						REG_R15, REG_RIP };
/* mov $SYS_rt_sigreturn,%rax; syscall */
static const uint8_t return_code[] = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
#else
#define CONTEXT_AT 128 /* after siginfo */
#define REGISTER(c, i) ((i) == STACK_POINTER ? (c)->uc_mcontext.sp : (c)->uc_mcontext.regs[i])
#define CONTEXT_PC(c) ((c)->uc_mcontext.pc)
/* mov x8,#SYS_rt_sigreturn; svc #0 */
static const uint8_t return_code[] = { 0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4 };
#endif

/* Returns whether a handler returns to this code. */
static int is_signal_return(uintptr_t pc)
{
	uintptr_t page = set_page_bytes(), at;

	for (at = pc & -page; at < pc + sizeof(return_code); at += page)
		if (!set_is_readable(at))
			return 0;
	return set_equal((const void *)pc, return_code, sizeof(return_code));
}

/* Goes on where a signal interrupted the thread, maybe on another stack.  Returns 0 or -1. */
static int leave_handler(struct unwinding *w)
{
	const ucontext_t *c = (const void *)(w->registers[STACK_POINTER] + CONTEXT_AT);
	unsigned i;

	if (!is_signal_return(w->pc) || !is_mapped(w, (uintptr_t)(&c->uc_mcontext + 1)))
		return -1;
	for (i = 0; i < N_REGISTERS; i++)
		w->registers[i] = (uintptr_t)REGISTER(c, i);
	w->pc = (uintptr_t)CONTEXT_PC(c);
	w->known = (uint32_t)-1;
	w->frame.is_interrupted = 1;
	w->frame.is_past_signal = 1;
	return 0;
}

/* ---- the walk ---- */

/* Finds the CFA and the caller of the frame.  Returns 1 for the last frame, 0 for others, or -1. */
static int pass(struct unwinding *w, const struct frame_rules *r, uintptr_t target)
{
	int is_last = r->is_last || !w->pc, is_target = 0;
	uintptr_t cfa;

	w->frame.pc = w->pc;
	w->frame.from = r->from;
	w->frame.bytes = r->bytes;
	w->frame.is_foreign = r->is_foreign;
	if (!is_last) {
		if (!(w->known >> r->cfa_register & 1))
			return -1;
		cfa = w->registers[r->cfa_register] + (uintptr_t)(intptr_t)r->cfa_offset;
		is_target = cfa > target;
		if (!is_target && step(w, r, cfa))
			return -1;
		is_last = !w->pc;
	}
	w->frame.is_last = is_last;
	w->frame.is_target = is_target;
	w->frame.stack = w->registers[STACK_POINTER];
	return is_last || is_target;
}

int set_walk(uintptr_t target, set_visit *visit, void *arg)
{
	struct unwinding w;
	struct frame_rules room, *r = &room;
	uintptr_t limit;
	int i, is_end;

	/* Not all of it: what is not known is not read. */
	w.frame = (struct set_frame){ .pc = 0 };
	w.code.low = w.code.high = 0;
	room.caller = 0;
	CAPTURE(w.registers);
	w.known = 1u << STACK_POINTER;
	for (i = 0; i < N_SAVED; i++)
		w.known |= 1u << set_saved[i];
	w.pc = w.registers[PC_COLUMN];
	limit = begin_stack(&w, target);
	for (i = 0; i < FRAMES_MAX; i++) {
		if (w.frame.is_interrupted)
			r = read_rules(&w, w.pc, &room) ? NULL : &room;
		else if (!(r = find_at_once(w.pc, r)))
			r = find_rules(&w, !i, &room);
		if (!r && !w.frame.is_interrupted && !leave_handler(&w)) {
			limit = begin_stack(&w, target);
			continue;
		}
		is_end = r ? pass(&w, r, limit) : -1;
		if (is_end < 0)
			return -1;
		w.frame.noted = &r->noted;
		if (visit(&w.frame, arg))
			return -1;
		if (is_end)
			return 0;
		w.frame.is_interrupted = 0;
	}
	return -1;
}

#else
void set_forget_rules(uintptr_t low, uintptr_t high)
{
	(void)low;
	(void)high;
}

int set_has_room(uintptr_t stack, uintptr_t bytes)
{
	(void)stack;
	(void)bytes;
	return 1;
}

int set_has_stack(const void *context)
{
	(void)context;
	return 1;
}

int set_is_readable(uintptr_t page)
{
	(void)page;
	return 1;
}

int set_walk(uintptr_t target, set_visit *visit, void *arg)
{
	(void)target;
	(void)visit;
	(void)arg;
	return -1;
}
#endif
