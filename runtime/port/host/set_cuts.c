/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Notes calls that do not return: those that a function left (set_leave.c), and those that are on
 * the stack when the process ends.  The tables of the images show them exactly, so a process
 * whose main() returned has none.
 *
 * That none was left unnoticed has to be known, too: set_refer.c.
 */
#include <signal.h>
#include "set_leave.h"

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern const char *gnu_get_libc_version(void) __attribute__((weak));

/* Arguments and environment are between the stack's first frame and these 16 bytes. */
#define STACK_TOP_MAX (8u << 20)

/* Looked at for one call: a full table costs no more. */
#define TRIES 128

/* Finds the table of the file, and how many entries it has, if its names leave room for one. */
static struct anycov_flags_cut *find_table(struct anycov_flags_head *head, uint32_t *n)
{
	uint64_t names, room;

	if (!head)
		return NULL;
	names = sizeof(*head) + head->build_id_bytes + head->path_bytes;
	if (head->at_flags < names)
		return NULL;
	room = (head->at_flags - names) / sizeof(struct anycov_flags_cut);
	*n = room < ANYCOV_FLAGS_CUTS_MAX ? (uint32_t)room : ANYCOV_FLAGS_CUTS_MAX;
	if (*n < ANYCOV_FLAGS_CUTS)
		return NULL;
	return (struct anycov_flags_cut *)((char *)head + head->at_flags) - *n;
}

/* Returns whether it is a call of another library that was at this address before: one table has
 * the calls of all images, at the addresses of the process. */
static int is_of_other_image(struct anycov_flags_cut *slot, const struct anycov_flags_cut *cut)
{
	uint32_t bytes = __atomic_load_n(&slot->bytes, __ATOMIC_ACQUIRE);
	uint32_t before = __atomic_load_n(&slot->before, __ATOMIC_RELAXED);

	return bytes && (bytes != cut->bytes || ((before ^ cut->before) & ~ANYCOV_FLAGS_ANY_CALL));
}

/* Adds a call to the table, which other processes add to, too.  Returns 0 unless it is full there.
 */
static int add_cut(struct anycov_flags_head *head, const struct anycov_flags_cut *cut)
{
	uint32_t i, n, at = (uint32_t)((cut->address * 0x9e3779b97f4a7c15u) >> 40);
	struct anycov_flags_cut *table = find_table(head, &n);

	for (i = 0; table && i < TRIES; i++) {
		struct anycov_flags_cut *slot = &table[(at + i) % n];
		uint64_t was = 0;

		if (!__atomic_compare_exchange_n(&slot->address, &was, cut->address, 0,
						 __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
		    (was != cut->address || is_of_other_image(slot, cut)))
			continue;
		/* All others who find this address store the same but for ANYCOV_FLAGS_ANY_CALL. */
		__atomic_fetch_or(&slot->before, cut->before, __ATOMIC_RELAXED);
		__atomic_store_n(&slot->bytes, cut->bytes, __ATOMIC_RELEASE);
		if (!(__atomic_load_n(&head->how, __ATOMIC_RELAXED) & ANYCOV_FLAGS_CUT))
			__atomic_fetch_or(&head->how, ANYCOV_FLAGS_CUT, __ATOMIC_RELAXED);
		return 0;
	}
	return -1;
}

/* Values of f->noted: as a call that may not return, and as any call. */
enum { NOTED = 1, NOTED_ANY = 2 };

static int was_noted(const struct set_frame *f)
{
	return __atomic_load_n(f->noted, __ATOMIC_RELAXED) >=
	       (f->is_past_signal ? NOTED_ANY : NOTED);
}

/* Notes a call of an image.  Returns 0, or how it could not be noted: SET_MISSED... */
static int note_cut(const struct set_frame *f, const struct set_code *code)
{
	struct anycov_flags_cut cut = { .bytes = f->bytes };

	if (was_noted(f))
		return 0;
	if (f->is_interrupted) {
		cut.address = f->from + ANYCOV_FLAGS_INTERRUPTED - code->bias;
		cut.before = ANYCOV_FLAGS_INTERRUPTED;
	} else {
		cut.address = f->pc - code->bias;
		cut.before = (uint32_t)(f->pc - f->from) |
			     (f->is_past_signal ? ANYCOV_FLAGS_ANY_CALL : 0);
	}
	if (add_cut(code->state->head, &cut))
		return f->is_past_signal ? SET_MISSED | SET_ANYWHERE : SET_MISSED;
	__atomic_store_n(f->noted, f->is_past_signal ? NOTED_ANY : NOTED, __ATOMIC_RELAXED);
	return 0;
}

/* Returns whether the process, or a call that is left, ends in this frame's callee. */
static int is_start(const struct set_frame *f, uintptr_t start)
{
	return start == SET_AT_SIGNAL ? f->is_past_signal : f->pc == start;
}

/* ---- calls that are left ---- */

struct leaving {
	uintptr_t start;
	int has_started, with_target;
	uintptr_t last, stack; /* of the call that was visited last */
	struct set_code code;
};

static void miss(struct set_state *s, int missed)
{
	__atomic_fetch_or(&s->missed, missed, __ATOMIC_RELAXED);
}

static int note_left(const struct set_frame *f, void *arg)
{
	struct leaving *l = arg;

	l->last = f->pc;
	l->stack = f->stack;
	l->has_started |= is_start(f, l->start);
	if (!l->has_started || (f->is_target && !l->with_target))
		return 0;
	if (was_noted(f))
		return 0;
	if ((f->pc < l->code.low || f->pc >= l->code.high) && set_find_code(f->pc, &l->code))
		return -1;
	if (!l->code.state)
		__atomic_store_n(f->noted, NOTED_ANY, __ATOMIC_RELAXED);
	else if (set_is_recording(l->code.state))
		miss(l->code.state, note_cut(f, &l->code));
	return 0;
}

void set_miss_cuts(int missed)
{
	const struct set_code *c;
	struct set_state *s;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)))
			miss(s, missed);
}

void set_note_cuts(uintptr_t start, uintptr_t target, int with_target)
{
	struct leaving l = { .start = start, .with_target = with_target };

	if (set_walk(target, note_left, &l) || !l.has_started)
		set_miss_cuts(SET_MISSED | SET_ANYWHERE);
}

int set_is_of_library(uintptr_t pc)
{
	uintptr_t other = (uintptr_t)gnu_get_libc_version;
	struct set_code code;

	return other && pc && !set_find_code(pc, &code) && other - code.low < code.high - code.low;
}

/*
 * Returns whether a walk ended at the first call of this thread, or at that of makecontext(), where
 * all calls were noted when the thread left its own stack; not at that of another coroutine.  Both
 * are the C library's, but for _start at the top of the first stack, and code of a static program.
 */
static int is_first_call(uintptr_t pc, uintptr_t stack)
{
	uintptr_t above = set_auxv(AT_RANDOM, 0);
	int is_first = set_is_on_first_stack();

	if (is_first && above > stack && above - stack < STACK_TOP_MAX)
		return 1;
	return !(is_first && anycov_set_static) && set_is_of_library(pc);
}

/* ---- where unwind tables are missing, as musl's are ---- */

#ifdef __x86_64__
/* The stack pointer below the last call of exit() whose calls have been noted; 0: there is none. */
static uintptr_t noted_from;

extern void their_exit(int status) __asm__("exit") __attribute__((weak));

/* Longer than a call with any prefixes that compilers use. */
#define CALL_MAX 8
/* _start is longer, so that a function after it begins at or after this, and has a call later. */
#define START_BYTES 32

/* Returns whether the code before it may be a call, other than that in _start. */
static int may_return_to(uintptr_t pc)
{
	const uint8_t *end = (const uint8_t *)pc;
	int i;

	if (pc - set_auxv(AT_ENTRY, 0) <= START_BYTES || !set_is_readable(pc - CALL_MAX))
		return 0;
	if (end[-5] == 0xe8)
		return 1;
	for (i = 2; i < CALL_MAX; i++)
		if (end[-i] == 0xff && (end[-i + 1] >> 3 & 7) == 2)
			return 1;
	return 0;
}

/* The pointer of this object, too, may have been replaced. */
static uintptr_t real_exit(void)
{
#ifndef SET_OF_DUMPS
	if (set_leaving_real[IS_exit])
		return (uintptr_t)set_leaving_real[IS_exit];
#endif
	return (uintptr_t)their_exit;
}

/* Returns whether the C library called exit() there: a user's calls lead through a pointer, or
 * those of a static program are below one of a call of main(). */
static int is_exit_of_library(uintptr_t pc)
{
	const uint8_t *end = (const uint8_t *)pc;
	struct set_code code;
	int32_t distance;

	if (set_find_code(pc, &code) || (code.state && !anycov_set_static) ||
	    !set_is_readable(pc - CALL_MAX) || end[-5] != 0xe8)
		return 0;
	set_move(&distance, end - sizeof(distance), sizeof(distance));
	return pc + (uintptr_t)(intptr_t)distance == real_exit();
}

/* Below it may be frames of calls that a signal interrupted. */
static int is_on_signal_stack(void)
{
	stack_t stack;

	return SET_SYS2(SYS_sigaltstack, NULL, &stack) || stack.ss_flags & SS_ONSTACK;
}

/* Returns the end of the stack that can be searched from here, or 0. */
static uintptr_t top_of_stack(uintptr_t from)
{
	uintptr_t top = noted_from ? noted_from : set_auxv(AT_RANDOM, 0);

	return set_is_on_first_stack() && !is_on_signal_stack() && from && from <= top &&
			       top - from <= STACK_TOP_MAX && from % sizeof(from) == 0
		       ? top
		       : 0;
}

/*
 * Returns whether no call of the image (NULL: of any with flags) can be active there: each has its
 * return address on the stack.  One that another call left there is taken for an active one.
 */
static int is_clear(uintptr_t at, uintptr_t top, const struct set_state *s)
{
	struct set_code code;

	for (; at + sizeof(at) <= top; at += sizeof(at)) {
		uintptr_t pc = *(const uintptr_t *)at;

		if (!set_find_code(pc, &code) && code.state && (!s || code.state == s) &&
		    may_return_to(pc))
			return 0;
	}
	return 1;
}

#ifndef SET_OF_DUMPS
void set_note_exit(uintptr_t start)
{
	struct leaving l = { .start = start, .with_target = 1 };
	uintptr_t here = (uintptr_t)__builtin_frame_address(0), top;

	if (!set_is_only_thread(0) || !set_walk(0, note_left, &l) || !l.has_started)
		return;
	top = top_of_stack(l.stack - sizeof(top));
	noted_from = top && is_clear(l.stack - sizeof(top), top, NULL) ? here : 0;
}
#endif

/* Returns whether the calls of the image are known although the walk from exit() ended at `stack`.
 */
static int is_known_above(uintptr_t stack, const struct set_state *s)
{
	uintptr_t at = stack - sizeof(at), top = top_of_stack(at), calls_exit = at;

	while (calls_exit < top && !is_exit_of_library(*(const uintptr_t *)calls_exit))
		calls_exit += sizeof(at);
	if (!top || noted_from)
		return top && calls_exit >= top;
	/* exit() has no frame of the image below its own. */
	return is_clear(calls_exit < top ? calls_exit + sizeof(at) : at, top, s);
}
#else
/* Return addresses may be in registers, and signed. */
#ifndef SET_OF_DUMPS
void set_note_exit(uintptr_t start)
{
	(void)start;
}
#endif

static int is_known_above(uintptr_t stack, const struct set_state *s)
{
	(void)stack;
	(void)s;
	return 0;
}
#endif

void set_note_stopped(uintptr_t start)
{
	struct leaving l = { .start = start, .with_target = 1 };

	if (set_walk(0, note_left, &l) || !l.has_started)
		set_miss_cuts(SET_MISSED | SET_ANYWHERE);
	else if (!is_first_call(l.last, l.stack))
		set_miss_cuts(SET_MISSED);
}

#ifndef SET_OF_DUMPS
int set_note_child(uintptr_t start)
{
#ifdef SET_HAS_UNWIND
	struct leaving l = { .start = start, .with_target = 1 };

	return set_vfork_stack && !set_walk(set_vfork_stack, note_left, &l) && l.has_started;
#else
	(void)start;
	return 0; /* nothing is watched */
#endif
}
#endif

struct searching {
	uintptr_t start, found;
	int has_started;
};

static int find_foreign(const struct set_frame *f, void *arg)
{
	struct searching *s = arg;

	s->has_started |= f->pc == s->start;
	if (s->has_started && f->is_foreign && !f->is_target)
		s->found = f->stack - 1;
	return 0;
}

uintptr_t set_find_foreign(uintptr_t start, uintptr_t target)
{
	struct searching s = { .start = start };

	/* Without an end all calls are noted, which fails in the same way and says so. */
	return set_walk(target, find_foreign, &s) ? target : s.found;
}

/* ---- calls that the end of the process leaves ---- */

struct ending {
	const struct set_state *s;
	uintptr_t start;
	int has_started;       /* the walk is past the function that ends the process */
	uintptr_t last, stack; /* of the first call of the stack */
	int missed;
	struct set_code code;
};

static int note_active(const struct set_frame *f, void *arg)
{
	struct ending *e = arg;

	e->last = f->pc;
	e->stack = f->stack;
	if ((f->pc < e->code.low || f->pc >= e->code.high) && set_find_code(f->pc, &e->code))
		return -1;
	/* A static program is one image, so that the functions of exit() are noted with the others.
	 */
	if (e->start ? is_start(f, e->start)
		     : e->code.state != &anycov_set_state || anycov_set_static)
		e->has_started = 1;
	/* The last one is the program's entry, which calls main() and has no flags. */
	if (!e->has_started || e->code.state != e->s || f->is_last)
		return 0;
	e->missed |= note_cut(f, &e->code);
	return 0;
}

/* Returns whether a child of vfork() may have ended unseen, in calls of this image. */
static int has_lost_child(const struct set_state *s)
{
	const struct set_code *c;
	const struct set_state *other;
	uint32_t n = 0;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if ((other = set_state_of(c)))
			n += __atomic_load_n(&other->n_vforked, __ATOMIC_RELAXED);
	return s->pid == set_pid() && n > __atomic_load_n(&s->n_vforked_ended, __ATOMIC_RELAXED);
}

int set_record_cuts(const struct set_state *s, uintptr_t start)
{
	struct ending e = { .s = s, .start = start };
	int missed, takes_lock;

	/* What is known to be missing needs no list. */
	missed = __atomic_load_n(&s->missed, __ATOMIC_RELAXED);
	if (missed & SET_ANYWHERE)
		return missed;
	takes_lock = start != SET_AT_SIGNAL && !set_is_stopped() && set_may_lock();
	if (s->was_reset || set_is_loading() ||
	    !(set_is_stopped() || set_is_only_thread(start != SET_AT_SIGNAL)))
		return SET_MISSED | SET_ANYWHERE;
	/* Calls of images that are not on the list are not noted. */
	if (set_list_loaded(takes_lock) || set_loaded(SET_LOADED_MAX - 1) || has_lost_child(s))
		return SET_MISSED | SET_ANYWHERE;
	missed |= set_may_have_left(takes_lock);
	if (missed & SET_ANYWHERE)
		return missed;
	if (set_walk(0, note_active, &e))
		return !start && is_known_above(e.stack, s) ? missed | e.missed
							    : SET_MISSED | SET_ANYWHERE;
	if (!e.has_started || !is_first_call(e.last, e.stack))
		missed |= SET_MISSED;
	return missed | e.missed;
}
