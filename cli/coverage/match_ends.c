/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How the calls of the processes ended whose dumps are read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "coverage/cut_calls.h"
#include "coverage/match_reading.h"
#include "coverage/task_exit.h"

/* Adds the calls of a module that did not return.  Returns false unless their functions are found.
 */
static bool add_cuts(const struct match_reading *r, const struct match_module *l)
{
	struct instrumented_image *m = r->result->images[l->image];
	bool known = true;

	for (size_t i = 0; m->map && i < r->n_cuts; i++) {
		struct flags_cut cut = r->cuts[i];

		if (cut.from < l->first || cut.from >= l->end)
			continue;
		if (match_is_of_several(r, l, cut.from)) {
			m->records.how |= ANYCOV_FLAGS_ANYWHERE;
			known = false;
			continue;
		}
		cut.address -= l->bias;
		cut.from -= l->bias;
		cut.end -= l->bias;
		known = cut_calls_add(m, l->path, &cut, 1) && known;
	}
	return known;
}

void match_note_ends(const struct match_reading *r, const struct match_module *l)
{
	struct image_records *to = &r->result->images[l->image]->records;

	if (!r->has_ends)
		return;
	to->dumps_with_ends++;
	image_records_add_processes(to, 0, 0, !add_cuts(r, l) || r->missed);
	if (r->missed & ANYCOV_DUMP_CUTS_ANYWHERE)
		to->how |= ANYCOV_FLAGS_ANYWHERE;
}

/* Of a dump without modules: of a task of Linux. */
void match_note_task(const struct match_reading *r, size_t image)
{
	struct image_records *to = &r->result->images[image]->records;

	if (!r->has_ends || r->n_cuts || r->missed != ANYCOV_DUMP_CUTS_TASK_EXIT)
		return;
	to->dumps_with_ends++;
	to->task_exits++;
}

int match_cuts(void *ctx, const struct dump_chunk *chunk, const struct dump_cuts *cuts)
{
	struct match_reading *r = ctx;

	(void)chunk;
	r->has_ends = true;
	r->missed = cuts->missed;
	for (size_t i = 0; i < cuts->n; i++) {
		ARRAY_GROW(r->cuts, r->n_cuts, r->cuts_room);
		r->cuts[r->n_cuts++] = cuts->cuts[i];
	}
	return 0;
}

int match_process(void *ctx, const struct dump_process *process)
{
	struct match_reading *r = ctx;

	r->processes++;
	*u64_map_get_or_add(&r->result->processes, process->id) = 1;
	if (process->parent)
		*u64_map_get_or_add(&r->result->parents, process->parent) = 1;
	return 0;
}

int match_unended(void *ctx, const struct dump_chunk *chunk, const struct dump_unended *u)
{
	struct match_reading *r = ctx;

	r->pid = chunk->context;
	ARRAY_GROW(r->unended, r->n_unended, r->unended_room);
	r->unended[r->n_unended++] = *u;
	return 0;
}

bool match_is_unended(const struct match_reading *r)
{
	return r->n_unended && !r->has_blocks && !r->has_others;
}

/* Returns when a process began, in seconds since 1970, or -1. */
static long long begin_of_process(unsigned long pid)
{
	const long ticks = sysconf(_SC_CLK_TCK);
	struct timespec up, now;
	char path[64], line[1024], *p, *end = NULL;
	long long started;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%lu/stat", pid);
	f = fopen(path, "r");
	n = f ? fread(line, 1, sizeof(line) - 1, f) : 0;
	if (f)
		fclose(f);
	line[n] = 0;
	/* The name, which may have any characters, is in parentheses; 20 fields follow. */
	p = strrchr(line, ')');
	for (int i = 0; p && i < 20; i++)
		p = strchr(p + 1, ' ');
	started = p ? strtoll(p, &end, 10) : 0;
	if (!p || end == p || ticks <= 0 || clock_gettime(CLOCK_BOOTTIME, &up) ||
	    clock_gettime(CLOCK_REALTIME, &now))
		return -1;
	return now.tv_sec - up.tv_sec + started / ticks;
}

/* Returns whether the process runs that wrote the dump: one of this program, not younger. */
static bool is_running(const struct match_reading *r)
{
	char link[64], program[4096];
	struct stat st;
	long long begin;
	ssize_t n;

	if (!r->pid || !r->n_modules)
		return false;
	snprintf(link, sizeof(link), "/proc/%lu/exe", (unsigned long)r->pid);
	n = readlink(link, program, sizeof(program) - 1);
	if (n <= 0)
		return false;
	program[n] = 0;
	if (strcmp(program, r->modules[0].path) || stat(r->info.path, &st))
		return false;
	begin = begin_of_process(r->pid);
	return begin >= 0 && begin <= st.st_mtime + 1;
}

static void note_unended(struct match_result *r, size_t image)
{
	if (image != SIZE_MAX)
		r->images[image]->records.unended = 1;
}

void match_note_unended(struct match_reading *r)
{
	const bool runs = r->n_unended && is_running(r);
	struct u64_map modules = { 0 }; /* first address -> index of the last one, plus 1 */
	size_t *before = xcalloc(r->n_modules + 1, sizeof(*before)); /* with the same address */
	bool had_all = false;

	for (size_t i = 0; i < r->n_modules && r->n_unended; i++) {
		uint64_t *last = u64_map_get_or_add(&modules, r->modules[i].first);

		before[i] = (size_t)*last;
		*last = i + 1;
	}
	for (size_t i = 0; i < r->n_unended; i++) {
		const struct dump_unended *u = &r->unended[i];
		const uint64_t *module = u64_map_find(&modules, u->module);

		/* Merged dumps may have the process, too. */
		*u64_map_get_or_add(&r->result->unended, u->id) |= runs;
		/* Of several libraries, one after the other, it had all. */
		for (size_t k = module ? (size_t)*module : 0; k; k = before[k - 1])
			note_unended(r->result, r->modules[k - 1].image);
		if (module)
			before[*module - 1] = 0; /* they are noted */
		/* Also of one that names a module which is not there. */
		had_all |= !module;
	}
	free(before);
	for (size_t i = 0; had_all && i < r->n_modules; i++)
		note_unended(r->result, r->modules[i].image);
	for (size_t i = 0; had_all && !r->n_modules && i < r->result->n_images; i++)
		note_unended(r->result, i);
	u64_map_free(&modules);
	r->n_unended = r->pid = 0;
}

void match_forget_processes(struct match_result *r)
{
	u64_map_clear(&r->unended);
	u64_map_clear(&r->processes);
	u64_map_clear(&r->parents);
}

static void count_unended(struct match_result *r)
{
	const size_t all = u64_map_count(&r->unended);
	uint64_t id, runs;
	size_t at = 0, running = 0;

	while (u64_map_next(&r->unended, &at, &id, &runs))
		running += runs != 0;
	for (size_t i = 0; i < r->n_images; i++) {
		struct image_records *to = &r->images[i]->records;

		if (to->unended) {
			to->unended = all;
			to->running = running;
		}
	}
}

void match_processes(struct match_result *r)
{
	uint64_t parent, one;
	size_t at = 0;
	bool missing = false;

	count_unended(r);
	task_exits_look(r);
	while (!missing && u64_map_next(&r->parents, &at, &parent, &one))
		missing = !u64_map_find(&r->processes, parent);
	for (size_t i = 0; i < r->n_images && missing; i++)
		r->images[i]->records.started_late |= r->images[i]->records.forked;
}
