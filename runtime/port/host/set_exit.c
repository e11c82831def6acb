/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The end of exit() in a process with other threads.  They go on while exit() calls destructors and
 * writes what is buffered, for which they may hold locks, until the C library calls its _exit().
 * No pointer leads there, so the code of that function is changed to jump here.  This is done when
 * exit() has begun, through /proc/self/mem; where that is forbidden, what rests on complete calls
 * is unknown.
 */
#include "set_leave.h"

#ifdef SET_HAS_UNWIND

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));

static __attribute__((noreturn)) void end_process(int status)
{
	/* posix_spawn() calls _exit() in a child that has this memory. */
	if (anycov_set_state.pid == set_pid()) {
		uintptr_t start = (uintptr_t)__builtin_return_address(0);

		set_stop_others(start);
		set_end_all(start);
	}
	for (;;)
		SET_SYS1(SYS_exit_group, status);
}

/* The last instructions of _exit() come after more bytes than a jump has. */
#if defined(__x86_64__)
struct jump {
	uint8_t load[2]; /* movabs $to,%rax */
	void (*to)(int);
	uint8_t jump[2]; /* jmp *%rax */
} __attribute__((packed));
static const struct jump jump = { { 0x48, 0xb8 }, end_process, { 0xff, 0xe0 } };
#else
struct jump {
	uint32_t load; /* ldr x16,.+8 */
	uint32_t jump; /* br x16 */
	void (*to)(int);
};
static const struct jump jump = { 0x58000050, 0xd61f0200, end_process };
#endif

static int change_code(void)
{
	uintptr_t at = (uintptr_t)set_leaving_real[IS__exit];
	int memory, err;

	/* Another one may be before it. */
	if (!set_is_of_library(at))
		return -1;
	memory = set_open(AT_FDCWD, "/proc/self/mem", O_RDWR | O_NOCTTY, 0);
	if (memory < 0)
		return memory;
	err = set_pwrite(memory, &jump, sizeof(jump), at);
	set_close(memory);
	return err;
}

int set_end_in_exit(struct set_state *s)
{
	const struct set_code *c;
	struct set_state *other;
	unsigned i;

	if (!s->pid || s->pid != set_pid() || !set_has_others() || change_code())
		return 0;
	for (i = 0; (c = set_loaded(i)); i++)
		if ((other = set_state_of(c)))
			other->ends_in_exit = 1;
	return 1;
}

#else
int set_end_in_exit(struct set_state *s)
{
	(void)s;
	return 0;
}
#endif
