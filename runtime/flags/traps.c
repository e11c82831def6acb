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
 * trap_signals.c sees to that.  Linux kills a process that blocks the signal of a breakpoint.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "flags.h"
#include "trap_action.h"

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

/* Of trap_signals.c, which only programs have. */
struct trap_action *trap_program_action;

#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind)
#define ANYCOV_TABLE(id, bytes, init, ctor)
#define ANYCOV_VARIABLE(id, symbol)
#define ANYCOV_SECTION(id, name) static const char name_of_##id[] __attribute__((unused)) = #name;
#include "anycov/hooks.def"

#ifdef TRAP_BYTES

/* A multiple of each page size that the processor has. */
#ifdef __x86_64__
#define CODE_PAGE 4096
#else
#define CODE_PAGE 65536
#endif

struct site {
	uint32_t at; /* 1 + offset from the first site; 0: an empty entry */
	uint32_t flag;
	unsigned char code[TRAP_BYTES]; /* what the trap replaces */
};

/* In a mapping of its own.  Only what comes before the table is ever changed by others. */
struct flags_traps {
	struct trap_action previous; /* before this image's handler */
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
	uintptr_t from = at & -(uintptr_t)CODE_PAGE;
	int err = -EIO;

	if (memory >= 0)
		err = sys_pwrite(memory, code, n, at);
	if (!err)
		return 0;
	err = (int)SYS3(SYS_mprotect, from, at + n - from, PROT_READ | PROT_WRITE | PROT_EXEC);
	if (!err)
		bytes_move((void *)at, code, n);
	return err;
}

static int open_memory(void)
{
	return sys_open(AT_FDCWD, "/proc/self/mem", O_RDWR | O_NOCTTY, 0);
}

/* Returns the first entry of an address, or the empty one after its chain. */
static struct site *find(struct flags_traps *t, uint32_t at)
{
	uint32_t i = hash(at) & t->mask;

	while (t->sites[i].at && t->sites[i].at != at)
		i = (i + 1) & t->mask;
	return &t->sites[i];
}

static struct site *next(struct flags_traps *t, struct site *s)
{
	return &t->sites[((uint32_t)(s - t->sites) + 1) & t->mask];
}

/* Sets the flags of all sites at this address; returns one of them, or NULL. */
static const struct site *hit(struct flags_traps *t, uintptr_t pc)
{
	uint32_t at = (uint32_t)(pc - t->first) + 1;
	const struct site *found = NULL;
	struct site *s;

	if (pc < t->first || pc - t->first >= UINT32_MAX)
		return NULL;
	for (s = find(t, at); s->at; s = next(t, s))
		if (s->at == at) {
			found = s;
			if (t->flags[s->flag] == FLAG_START)
				*(volatile unsigned char *)&t->flags[s->flag] = FLAG_HIT;
		}
	return found;
}

/* The program's own handler may contain traps, too. */
static void call(const struct trap_action *action, int sig, siginfo_t *info, ucontext_t *context)
{
	uint64_t mask;

	bytes_move(&mask, &context->uc_sigmask, sizeof(mask));
	mask = (mask | action->mask) & ~signal_bit(SIGTRAP);
	SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof(mask));
	action->handler(sig, info, context);
}

static void take_action(const struct trap_action *action, int sig, siginfo_t *info,
			ucontext_t *context)
{
	static const struct trap_action standard;
	int was_sent = info->si_code <= 0;

	if ((uintptr_t)action->handler == (uintptr_t)SIG_IGN && was_sent)
		return;
	if ((uintptr_t)action->handler > (uintptr_t)SIG_IGN) {
		call(action, sig, info, context);
		return;
	}
	sys_sigaction(sig, &standard, NULL);
	sys_raise(sig);
}

static void on_trap(int sig, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	struct flags_traps *t = flags_state.traps;
	uintptr_t pc = (uintptr_t)c->PC - TRAP_BACK;
	const struct site *s = t && info->si_code > 0 ? hit(t, pc) : NULL;
	const struct trap_action *action = t ? &t->previous : NULL;
	int memory;

	/* The program's own breakpoint at a site is one for the program, too. */
	if (s && !bytes_equal(s->code, trap, TRAP_BYTES)) {
		memory = open_memory();
		write_code(memory, pc, s->code, TRAP_BYTES);
		if (memory >= 0)
			sys_close(memory);
		c->PC = (__typeof__(c->PC))pc;
		return;
	}
	if (trap_program_action && (!action || (uintptr_t)action->handler <= (uintptr_t)SIG_IGN))
		action = trap_program_action;
	if (action)
		take_action(action, sig, info, c);
}

/* ---- the table ---- */

static int is_code(const struct flags_image *image, uintptr_t at)
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
static int is_kept(const struct flags_image *image, const ElfW(Addr) row[2])
{
	return row[0] && is_code(image, row[0]) &&
	       row[1] + image->bias - (uintptr_t)image->flags < image->n;
}

static void add(struct flags_traps *t, uint32_t at, uint32_t flag)
{
	struct site *s = find(t, at);

	for (; s->at; s = next(t, s))
		if (s->at == at && s->flag == flag)
			return;
	bytes_move(s->code, (const void *)(t->first + at - 1), TRAP_BYTES);
	s->flag = flag;
	s->at = at;
}

static int make_table(const struct flags_image *image, struct flags_state *s,
		      const ElfW(Addr) (*rows)[2], size_t n)
{
	uintptr_t first = UINTPTR_MAX, last = 0;
	uint32_t room = 8;
	struct flags_traps *t;
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
	t = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (sys_failed(t))
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
static int put_all(const struct flags_traps *t)
{
	unsigned char *code = sys_mmap(NULL, t->code_bytes, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int memory, err;
	uint32_t i;

	if (sys_failed(code))
		return -ENOMEM;
	bytes_move(code, (const void *)t->first, t->code_bytes);
	for (i = 0; i <= t->mask; i++) {
		const struct site *s = &t->sites[i];

		/* The program's own breakpoint, or a debugger's, stays what it is. */
		if (s->at && t->flags[s->flag] == FLAG_START &&
		    !bytes_equal(s->code, trap, TRAP_BYTES))
			bytes_move(code + s->at - 1, trap, TRAP_BYTES);
	}
	memory = open_memory();
	err = write_code(memory, t->first, code, t->code_bytes);
	if (memory >= 0)
		sys_close(memory);
	sys_munmap(code, t->code_bytes);
	return err;
}

static void unblock(void)
{
	const uint64_t mask = signal_bit(SIGTRAP);

	SYS4(SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof(mask));
}

static int handle(struct flags_traps *t)
{
	/* No other handler runs on top: each trap is short. */
	const struct trap_action action = {
		.handler = on_trap,
		.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER | TRAP_RESTORER_FLAG,
		.restorer = TRAP_RESTORER,
		.mask = ~signal_bit(SIGTRAP),
	};
	long err;

	t->handler = on_trap;
	err = sys_sigaction(SIGTRAP, NULL, &t->previous);
	if (!err)
		err = sys_sigaction(SIGTRAP, &action, NULL);
	unblock();
	return (int)err;
}

static void rearm(struct flags_state *s)
{
	if (s->traps)
		put_all(s->traps);
}

/* Calls make_table() with the section of traps: pairs of addresses, of code and of its flag, before
 * any load bias. */
static int read_section(const struct flags_image *image, struct flags_state *s)
{
	struct flags_elf f;
	unsigned i;
	int err = 0;

	if (!flags_open_elf(&f, image))
		return -ENOENT;
	for (i = 0; !err && i < f.n; i++) {
		const ElfW(Shdr) *section = &f.sections[i];

		if (section->sh_type == SHT_PROGBITS && section->sh_offset <= f.bytes &&
		    section->sh_size <= f.bytes - section->sh_offset &&
		    bytes_equal(flags_section_name(&f, section), name_of_TRAPS,
				sizeof(name_of_TRAPS)))
			err = make_table(image, s, (const void *)(f.at + section->sh_offset),
					 section->sh_size / (2 * sizeof(ElfW(Addr))));
	}
	sys_munmap((void *)(uintptr_t)f.at, f.bytes);
	return err;
}

static int arm(const struct flags_image *image, struct flags_state *s)
{
	int err = read_section(image, s);

	if (err || !s->traps)
		return err;
	s->rearm = rearm;
	err = handle(s->traps);
	return err ? err : put_all(s->traps);
}

/* Takes this image's handler out of the list of handlers. */
static int unlink_handler(struct flags_image *image, struct flags_state *s, void *arg)
{
	const struct flags_traps *mine = arg;

	(void)image;
	if (s->version == FLAGS_STATE_VERSION && s->traps && s->traps != mine &&
	    s->traps->previous.handler == mine->handler)
		s->traps->previous = mine->previous;
	return 0;
}

static void drop(void)
{
	struct flags_state *s = &flags_state;
	struct flags_traps *t = s->traps;
	struct trap_action now;

	/* The image of a program remains. */
	if (!t || trap_program_action)
		return;
	if (!sys_sigaction(SIGTRAP, NULL, &now) && now.handler == t->handler)
		sys_sigaction(SIGTRAP, &t->previous, NULL);
	else
		flags_for_each_image(unlink_handler, t);
	s->traps = NULL;
	sys_munmap(t, t->bytes);
}

/* The image's code is about to be unmapped, or the process ends. */
__attribute__((section(".fini_array.00000"), used)) static void (*drop_entry)(void) = drop;

#else /* compilers put no traps there */

static int arm(const struct flags_image *image, struct flags_state *s)
{
	(void)image;
	(void)s;
	return -ENOSYS;
}
#endif

flags_arm_traps *flags_arm = arm;
