/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which calls a task of Linux does not complete when it ends.  KCOV records what a task does
 * itself, not interrupts, and `anycov trace` begins in user mode, where the task is in no call of
 * the kernel.  So each call is complete but those that lead to do_exit(), where KCOV stops:
 *
 *   entry code of the architecture -> exit_group(), exit(), or the end by a signal or a filter of
 *   system calls -> do_group_exit() -> do_exit()
 *
 * Modules cannot call do_exit() since Linux 5.17, which also gave the end after an oops a function
 * of its own, make_task_dead().  An oops may cut any call.  So if no record is of that function,
 * the calls that were cut are in the files below.  Calls of functions that are declared not to
 * return, such as that of do_group_exit() in get_signal(), are complete.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/match/match.h"
#include "coverage/infer/task_exit.h"

#define OOPS_FUNCTION "make_task_dead"
#define OOPS_FILE "kernel/exit.c"

/*
 * The first entry that a path begins with decides.  Code that changes the task, or whether it
 * counts as an interrupt, is cut, too: KCOV records one part of a call and not the other.
 */
static const struct place {
	const char *path; /* directories end in a slash */
	bool cuts;
} places[] = {
	{ "arch/x86/entry/", true },
	{ "arch/x86/ia32/", true },
	{ "arch/x86/include/", true },
	{ "arch/x86/kernel/fred", true },
	{ "arch/x86/kernel/irq", true },
	{ "arch/x86/kernel/process", true },
	{ "arch/x86/kernel/ptrace", true },
	{ "arch/x86/kernel/signal", true },
	{ "arch/x86/kernel/traps", true },
	{ "arch/x86/mm/fault", true },
	{ "arch/x86/xen/", true },
	{ "arch/x86/", false },
	{ "arch/arm64/include/", true },
	{ "arch/arm64/kernel/", true },
	{ "arch/arm64/mm/fault", true },
	{ "arch/arm64/", false },
	{ "arch/", true }, /* not tested */
	{ "drivers/irqchip/", true },
	{ "include/asm-generic/", true },
	{ "include/linux/entry-", true },
	{ "include/linux/irq-entry-", true },
	{ "include/linux/resume_user_mode.h", true },
	{ "kernel/entry/", true },
	{ OOPS_FILE, true },
	{ "kernel/irq/handle.c", true },
	{ "kernel/irq/irqdesc.c", true },
	{ "kernel/pid_namespace.c", true },
	{ "kernel/reboot.c", true },
	{ "kernel/sched/", true },
	{ "kernel/seccomp.c", true },
	{ "kernel/softirq.c", true },
};

static bool is_elsewhere(const char *path)
{
	return *path == '/' || starts_with(path, "../");
}

/* Returns whether a path is in the kernel's tree, which is what it begins with (n characters). */
static bool is_below(const char *path, const char *tree, size_t n)
{
	return n ? !strncmp(path, tree, n) : !is_elsewhere(path);
}

static bool place_cuts(const char *path, const char *tree, size_t n)
{
	if (is_below(path, tree, n))
		path += n;
	else if (is_elsewhere(path))
		return true; /* spelled in another way */
	while (starts_with(path, "./"))
		path += 2;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (starts_with(path, places[i].path))
			return places[i].cuts;
	return false;
}

static bool is_oops_function(const struct map_function *f)
{
	const size_t n = strlen(OOPS_FUNCTION);

	return !f->is_source && !strncmp(f->name, OOPS_FUNCTION, n) &&
	       (!f->name[n] || f->name[n] == '.');
}

static bool was_hit(const struct instrumented_image *m, uint32_t function)
{
	for (size_t i = 0; i < m->n_probes; i++)
		if (m->probes[i].function == function && m->probes[i].hits)
			return true;
	return false;
}

/* Returns whether each call of the function would have left a record. */
static bool shows_calls(const struct map *map, const struct map_function *f)
{
	const struct map_block *entry = map_block(map, (uint32_t)(f - map->functions), 0);

	return f->live_sites && !f->code_differs && entry &&
	       !(entry->flags & ANYCOV_MAP_BLOCK_UNKNOWN) &&
	       ((entry->flags & ANYCOV_MAP_BLOCK_PROBED) || entry->implied_by.n);
}

/*
 * Returns the function of the image in which tasks end after an oops, NULL if there is none, and
 * sets *unclear if such a task may have been recorded.
 */
static const struct map_function *find_oops(const struct instrumented_image *m, bool *unclear)
{
	const struct map_function *found = NULL;

	for (uint32_t i = 0; m->map && i < m->map->n_functions; i++) {
		const struct map_function *f = &m->map->functions[i];

		if (!is_oops_function(f))
			continue;
		found = f;
		*unclear |=
			!ends_with(f->unit, OOPS_FILE) || !shows_calls(m->map, f) || was_hit(m, i);
	}
	return found;
}

/* Returns whether the end of a task cuts calls of a function of the kernel, by its unit or file. */
static bool cuts_in_kernel(const struct map *map, const struct map_function *f, const char *tree,
			   size_t n)
{
	return place_cuts(f->unit, tree, n) || !f->line || f->file == MAP_NONE ||
	       place_cuts(map->files[f->file].path, tree, n);
}

static void find_places(struct instrumented_image *m, const char *tree, size_t n, bool is_kernel)
{
	const struct map *map = m->map;

	if (!map)
		return;
	free(m->task_exit_cuts);
	m->task_exit_cuts = xcalloc(map->n_functions, sizeof(*m->task_exit_cuts));
	for (size_t i = 0; i < map->n_functions; i++) {
		const struct map_function *f = &map->functions[i];

		/* The sources of a module may be anywhere. */
		if (is_kernel)
			m->task_exit_cuts[i] = cuts_in_kernel(map, f, tree, n);
		else if (is_below(f->unit, tree, n))
			m->task_exit_cuts[i] = place_cuts(f->unit, tree, n);
	}
}

void task_exits_look(struct match_result *r)
{
	const struct map_function *oops = NULL;
	const struct instrumented_image *kernel = NULL;
	/* Records of other contexts may be of an oops. */
	bool unclear = r->one_context, any = false;

	for (size_t i = 0; i < r->n_images; i++)
		any |= r->images[i]->records.task_exits != 0;
	if (!any)
		return;
	for (size_t i = 0; i < r->n_images; i++) {
		const struct map_function *f = find_oops(r->images[i], &unclear);

		unclear |= f && oops;
		if (!f)
			continue;
		oops = f;
		kernel = r->images[i];
	}
	for (size_t i = 0; i < r->n_images && oops && !unclear; i++) {
		struct instrumented_image *m = r->images[i];

		m->records.exits_known = true;
		find_places(m, oops->unit, strlen(oops->unit) - strlen(OOPS_FILE), m == kernel);
	}
}

bool task_exit_cuts_call(const struct instrumented_image *m, uint32_t function,
			 const struct recording *e)
{
	return e->task_exits && (!m->task_exit_cuts || m->task_exit_cuts[function]);
}
