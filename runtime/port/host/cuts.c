/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Calls that do not return, for the dump of a process (SET_OF_DUMPS in set.h).  The pointers of all
 * images are replaced, which only a program's own runtime may do, because it is never unloaded.
 *
 * What is not seen here is never assumed: the dump then has no such table, or one whose bits say
 * that others may be missing.
 */
#include "port.h"
#include "set.h"
#include "anycov/dump.h"

#ifdef SET_HAS_UNWIND

#define WEAK __attribute__((weak))

/* Entries of the table of cuts. */
#define CUTS 1024u

extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;

/* In the form of a file of flags, as the other files have it. */
static struct {
	struct anycov_flags_head head;
	struct anycov_flags_cut cuts[CUTS];
} table;

struct set_state anycov_set_state __attribute__((visibility("hidden")));

static int is_watching, has_forked;
/* SET_MISSED and SET_ANYWHERE of the end of the process, which nothing has seen at first. */
static int missed = SET_MISSED | SET_ANYWHERE;
static struct anycov_dump_process process;

/* Returns whether the image is the program, and contains this runtime. */
static int is_own_program(const struct dl_phdr_info *info)
{
	uintptr_t at = (uintptr_t)&anycov_set_state - info->dlpi_addr;
	unsigned i;

	if ((uintptr_t)info->dlpi_phdr != set_auxv(AT_PHDR, 0))
		return 0;
	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    at - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_memsz)
			return 1;
	return 0;
}

/* Two that replace the same pointers would not recognize each other's. */
static int check_image(struct dl_phdr_info *info, size_t size, void *arg)
{
	int *is_own = arg;
	struct set_note note;

	(void)size;
	*is_own |= is_own_program(info);
	return set_find_startup(info, &note);
}

void host_cuts_watch(uint64_t now)
{
	struct set_state *s = &anycov_set_state;
	int is_own = 0;

	if (!is_watching) {
		if (!dl_iterate_phdr || dl_iterate_phdr(check_image, &is_own) || !is_own)
			return;
		table.head.at_flags = sizeof(table);
		s->version = SET_STATE_VERSION;
		s->is_program = 1;
		s->head = &table.head;
		s->pid = set_pid();
		process.id = now ^ (uint64_t)s->pid << 40;
		is_watching = 1;
	}
	set_watch(s);
}

int host_cuts_catch_signals(void)
{
	return is_watching && set_catch_signals(&anycov_set_state);
}

void host_cuts_release_signals(void)
{
	set_release_signals();
}

void host_cuts_before_fork(void)
{
	set_before_fork();
}

void host_cuts_fork_parent(void)
{
	has_forked = 1;
	set_forked_parent();
}

void host_cuts_fork_child(uint64_t now)
{
	if (!is_watching)
		return;
	anycov_set_state.pid = set_pid();
	set_after_fork();
	set_forked_child();
	if (anycov_set_state.pid == 1)
		set_release_signals();
	process.parent = process.id;
	process.id = now ^ (uint64_t)anycov_set_state.pid << 40;
	has_forked = 0;
	missed = SET_MISSED | SET_ANYWHERE;
}

void host_cuts_miss(void)
{
	__atomic_fetch_or(&anycov_set_state.missed, SET_MISSED | SET_ANYWHERE, __ATOMIC_RELAXED);
}

_Static_assert(HOST_AT_SIGNAL == SET_AT_SIGNAL, "one value for both");

void host_cuts_end(uintptr_t start)
{
	missed = SET_MISSED | SET_ANYWHERE;
	if (is_watching && start)
		missed = set_record_cuts(&anycov_set_state, start);
}

static int is_whole(const struct anycov_flags_cut *cut)
{
	return cut->address && cut->before && __atomic_load_n(&cut->bytes, __ATOMIC_ACQUIRE);
}

int host_cuts_can_execute(const char *file, int in_path)
{
	return set_can_execute(file, in_path);
}

void host_cuts_dump(struct anycov_dump *d)
{
	struct anycov_dump_cuts head = { .missed = 0 };
	uint32_t i, n = 0;

	if (!is_watching)
		return;
	if (missed & SET_MISSED)
		head.missed |= ANYCOV_DUMP_CUTS_MISSED;
	if (missed & SET_ANYWHERE)
		head.missed |= ANYCOV_DUMP_CUTS_MISSED | ANYCOV_DUMP_CUTS_ANYWHERE;
	/* What another thread is adding now is missing, but its thread is alive and makes it so. */
	for (i = 0; i < CUTS; i++)
		n += is_whole(&table.cuts[i]);
	anycov_dump_chunk(d, ANYCOV_DUMP_TAG_CUTS, 0,
			  (uint32_t)(sizeof(head) + n * sizeof(table.cuts[0])), 0);
	anycov_dump_bytes(d, &head, sizeof(head));
	for (i = 0; i < CUTS && n; i++)
		if (is_whole(&table.cuts[i])) {
			anycov_dump_bytes(d, &table.cuts[i], sizeof(table.cuts[i]));
			n--;
		}
	missed = SET_MISSED | SET_ANYWHERE;
	if (!has_forked && !process.parent)
		return;
	anycov_dump_chunk(d, ANYCOV_DUMP_TAG_PROCESS, 0, sizeof(process), 0);
	anycov_dump_bytes(d, &process, sizeof(process));
}

/* For set_leave.c. */
void set_end_all(uintptr_t start)
{
	host_write_all(start);
}

int set_is_caught(int sig)
{
	return host_is_caught(sig);
}

#endif
