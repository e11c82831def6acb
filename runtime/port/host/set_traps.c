/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * sites=trap: no instruction sets a flag.  A breakpoint over the first byte of a site's code
 * does, once: its signal's handler sets the flag and puts the code back.  Sites whose flag a
 * process before has set get none.
 *
 * The code is written through /proc/self/mem, so its pages are never writable; each time anew,
 * because the program may close any descriptor.  Where that is refused, as in a chroot without
 * /proc, the pages become writable.
 *
 * Each image has a handler and a table of its own.  A trap of another image goes to the action
 * that was in force before, which may be another image's.  The handler allocates nothing, takes
 * no lock, and may run in any thread and any signal handler that does not block SIGTRAP:
 * set_signals.c sees to that.  Linux kills a process that blocks the signal of a breakpoint.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "set.h"
#include "set_signal.h"

#define WEAK __attribute__((weak))
#define HIDDEN __attribute__((visibility("hidden")))

#if defined(__x86_64__)
#define TRAP_BYTES 1
#define TRAP_BACK 1 /* from the PC of the signal to the trap */
#define PC uc_mcontext.gregs[REG_RIP]
static const unsigned char trap[TRAP_BYTES] = { 0xcc }; /* int3 */
#elif defined(__aarch64__)
#define TRAP_BYTES 4
#define TRAP_BACK 0
#define PC uc_mcontext.pc
static const unsigned char trap[TRAP_BYTES] = { 0x00, 0x00, 0x20, 0xd4 }; /* brk #0 */
#endif

/* What the program asked for SIGTRAP: of set_signals.c, which only programs have. */
extern struct set_action anycov_set_trap_action WEAK HIDDEN;

extern struct set_state anycov_set_state HIDDEN;

#ifdef TRAP_BYTES

struct site {
	uint32_t at; /* 1 + offset from the first site; 0: an empty entry */
	uint32_t flag;
	unsigned char code[TRAP_BYTES]; /* what the trap replaces */
};

/* In a mapping of its own.  Only what comes before the table is ever changed by others. */
struct set_traps {
	struct set_action previous; /* before this image's handler */
	void (*handler)(int, siginfo_t *, void *);
	unsigned char *flags;
	uintptr_t first;   /* address of the first site */
	size_t code_bytes; /* from there to the end of the last one */
	size_t bytes;      /* of the mapping */
	uint32_t mask;     /* entries - 1 */
	struct site sites[];
};

static uint32_t hash(uint32_t at)
{
	return at * 0x9e3779b1u >> 7;
}

/* Returns 0 or a negative error number. */
static int write_code(int memory, uintptr_t at, const void *code, size_t n)
{
	size_t page = set_page_bytes();
	uintptr_t from = at / page * page;
	int err = -EIO;

	if (memory >= 0)
		err = set_pwrite(memory, code, n, at);
	if (!err)
		return 0;
	err = (int)SET_SYS3(SYS_mprotect, from, at + n - from, PROT_READ | PROT_WRITE | PROT_EXEC);
	if (!err)
		set_move((void *)at, code, n);
	return err;
}

static int open_memory(void)
{
	return set_open(AT_FDCWD, "/proc/self/mem", O_RDWR | O_NOCTTY, 0);
}

/* Returns the first entry of an address, or the empty one after its chain. */
static struct site *find(struct set_traps *t, uint32_t at)
{
	uint32_t i = hash(at) & t->mask;

	while (t->sites[i].at && t->sites[i].at != at)
		i = (i + 1) & t->mask;
	return &t->sites[i];
}

static struct site *next(struct set_traps *t, struct site *s)
{
	return &t->sites[((uint32_t)(s - t->sites) + 1) & t->mask];
}

/* Sets the flags of all sites at this address; returns one of them, or NULL. */
static const struct site *hit(struct set_traps *t, uintptr_t pc)
{
	uint32_t at = (uint32_t)(pc - t->first) + 1;
	const struct site *found = NULL;
	struct site *s;

	if (pc < t->first || pc - t->first >= UINT32_MAX)
		return NULL;
	for (s = find(t, at); s->at; s = next(t, s))
		if (s->at == at) {
			found = s;
			if (t->flags[s->flag] == SET_START)
				*(volatile unsigned char *)&t->flags[s->flag] = SET_HIT;
		}
	return found;
}

/* The program's own handler may contain traps, too. */
static void call(const struct set_action *action, int sig, siginfo_t *info, ucontext_t *context)
{
	uint64_t mask;

	set_move(&mask, &context->uc_sigmask, sizeof(mask));
	mask = (mask | action->mask) & ~set_signal_bit(SIGTRAP);
	SET_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof(mask));
	action->handler(sig, info, context);
}

static void take_action(const struct set_action *action, int sig, siginfo_t *info,
			ucontext_t *context)
{
	static const struct set_action standard;
	int was_sent = info->si_code <= 0;

	if ((uintptr_t)action->handler == (uintptr_t)SIG_IGN && was_sent)
		return;
	if ((uintptr_t)action->handler > (uintptr_t)SIG_IGN) {
		call(action, sig, info, context);
		return;
	}
	set_sigaction(sig, &standard, NULL);
	set_raise(sig);
}

static void on_trap(int sig, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	struct set_traps *t = anycov_set_state.traps;
	uintptr_t pc = (uintptr_t)c->PC - TRAP_BACK;
	const struct site *s = t && info->si_code > 0 ? hit(t, pc) : NULL;
	const struct set_action *action = t ? &t->previous : NULL;
	int memory;

	/* The program's own breakpoint at a site is one for the program, too. */
	if (s && !set_equal(s->code, trap, TRAP_BYTES)) {
		memory = open_memory();
		write_code(memory, pc, s->code, TRAP_BYTES);
		if (memory >= 0)
			set_close(memory);
		c->PC = (__typeof__(c->PC))pc;
		return;
	}
	if (&anycov_set_trap_action &&
	    (!action || (uintptr_t)action->handler <= (uintptr_t)SIG_IGN))
		action = &anycov_set_trap_action;
	if (action)
		take_action(action, sig, info, c);
}

/* ---- the table ---- */

static int is_code(const struct set_image *image, uintptr_t at)
{
	unsigned i;

	for (i = 0; i < image->n_phdr; i++) {
		const ElfW(Phdr) *ph = &image->phdr[i];

		if (ph->p_type == PT_LOAD && (ph->p_flags & (PF_X | PF_R)) == (PF_X | PF_R) &&
		    at >= ph->p_vaddr && at - ph->p_vaddr < ph->p_filesz)
			return 1;
	}
	return 0;
}

/* Returns whether the linker kept the code and the flag. */
static int is_kept(const struct set_image *image, const ElfW(Addr) row[2])
{
	return row[0] && is_code(image, row[0]) &&
	       row[1] + image->bias - (uintptr_t)image->flags < image->n;
}

static void add(struct set_traps *t, uint32_t at, uint32_t flag)
{
	struct site *s = find(t, at);

	for (; s->at; s = next(t, s))
		if (s->at == at && s->flag == flag)
			return;
	set_move(s->code, (const void *)(t->first + at - 1), TRAP_BYTES);
	s->flag = flag;
	s->at = at;
}

static int make_table(const struct set_image *image, struct set_state *s,
		      const ElfW(Addr) (*rows)[2], size_t n)
{
	uintptr_t first = UINTPTR_MAX, last = 0;
	uint32_t room = 8;
	struct set_traps *t;
	size_t i, bytes;

	for (i = 0; i < n; i++)
		if (is_kept(image, rows[i])) {
			first = rows[i][0] < first ? rows[i][0] : first;
			last = rows[i][0] > last ? rows[i][0] : last;
		}
	if (!last)
		return 0;
	if (last - first >= UINT32_MAX || n >= UINT32_MAX / 4)
		return -EFBIG;
	while (room < 2 * n)
		room *= 2;
	bytes = sizeof(*t) + room * sizeof(t->sites[0]);
	t = set_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (set_failed(t))
		return -ENOMEM;
	t->flags = image->flags;
	t->first = first + image->bias;
	t->code_bytes = last - first + TRAP_BYTES;
	t->bytes = bytes;
	t->mask = room - 1;
	for (i = 0; i < n; i++)
		if (is_kept(image, rows[i]))
			add(t, (uint32_t)(rows[i][0] - first) + 1,
			    (uint32_t)(rows[i][1] + image->bias - (uintptr_t)image->flags));
	s->traps = t;
	return 0;
}

/*
 * Puts the traps of flags that are not set.  All in one write of what is there already, traps
 * apart: a trap that a thread has removed meanwhile comes back, and is removed at its next hit.
 * Returns 0 or a negative error number.
 */
static int put_all(const struct set_traps *t)
{
	unsigned char *code = set_mmap(NULL, t->code_bytes, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int memory, err;
	uint32_t i;

	if (set_failed(code))
		return -ENOMEM;
	set_move(code, (const void *)t->first, t->code_bytes);
	for (i = 0; i <= t->mask; i++) {
		const struct site *s = &t->sites[i];

		/* The program's own breakpoint, or a debugger's, stays what it is. */
		if (s->at && t->flags[s->flag] == SET_START &&
		    !set_equal(s->code, trap, TRAP_BYTES))
			set_move(code + s->at - 1, trap, TRAP_BYTES);
	}
	memory = open_memory();
	err = write_code(memory, t->first, code, t->code_bytes);
	if (memory >= 0)
		set_close(memory);
	set_munmap(code, t->code_bytes);
	return err;
}

static void unblock(void)
{
	const uint64_t mask = set_signal_bit(SIGTRAP);

	SET_SYS4(SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof(mask));
}

static int handle(struct set_traps *t)
{
	/* No other handler runs on top: each trap is short. */
	const struct set_action action = {
		.handler = on_trap,
		.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER | SET_RESTORER_FLAG,
		.restorer = SET_RESTORER,
		.mask = ~set_signal_bit(SIGTRAP),
	};
	long err;

	t->handler = on_trap;
	err = set_sigaction(SIGTRAP, NULL, &t->previous);
	if (!err)
		err = set_sigaction(SIGTRAP, &action, NULL);
	unblock();
	return (int)err;
}

int set_arm_traps(const struct set_image *image, struct set_state *s)
{
	int err = set_with_traps(image, s, make_table);

	if (err || !s->traps)
		return err;
	/* Sites that any process has hit have no trap, so one process's flags show little. */
	set_use_no_lane(s);
	err = handle(s->traps);
	return err ? err : put_all(s->traps);
}

void set_rearm_traps(struct set_state *s)
{
	if (s->traps)
		put_all(s->traps);
}

/* Takes this image's handler out of the list of handlers. */
static int unlink_handler(struct set_image *image, struct set_state *s, void *arg)
{
	const struct set_traps *mine = arg;

	(void)image;
	if (s->version == SET_STATE_VERSION && s->traps && s->traps != mine &&
	    s->traps->previous.handler == mine->handler)
		s->traps->previous = mine->previous;
	return 0;
}

void set_drop_traps(struct set_state *s)
{
	struct set_traps *t = s->traps;
	struct set_action now;

	if (!t)
		return;
	if (!set_sigaction(SIGTRAP, NULL, &now) && now.handler == t->handler)
		set_sigaction(SIGTRAP, &t->previous, NULL);
	else
		set_for_each_image(unlink_handler, t);
	s->traps = NULL;
	set_munmap(t, t->bytes);
}

#else /* compilers put no traps there */

int set_arm_traps(const struct set_image *image, struct set_state *s)
{
	(void)image;
	(void)s;
	return 0;
}

void set_rearm_traps(struct set_state *s)
{
	(void)s;
}

void set_drop_traps(struct set_state *s)
{
	(void)s;
}
#endif
