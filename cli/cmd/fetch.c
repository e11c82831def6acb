/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Copies the flags of a running target, as a debugger does. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "base/paths.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "coverage/match/flag_hits.h"
#include "dump/core_file.h"
#include "dump/gdb_remote.h"

/* Flags of neighbours are read together: a packet takes longer than so many bytes. */
#define GAP_BYTES 64u

struct flag_parts {
	struct memory_part *v;
	size_t n, room;
};

static void add_part(struct flag_parts *p, uint64_t address, uint64_t end)
{
	struct memory_part *last = p->n ? &p->v[p->n - 1] : NULL;

	if (last && address - last->address <= last->n + GAP_BYTES) {
		if (end > last->address + last->n)
			last->n = (size_t)(end - last->address);
		return;
	}
	ARRAY_GROW(p->v, p->n, p->room);
	p->v[p->n++] = (struct memory_part){ address, (size_t)(end - address), NULL };
}

/* The parts of the memory that contain the flags, and what proves that these are flags. */
static void find_parts(const struct instrumented_image *m, struct flag_parts *p)
{
	for (size_t i = 0; m->map && i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];

		if (!f->dropped && f->blocks.n)
			add_part(p, f->addr, f->addr + f->blocks.n + !!f->seal);
	}
}

static int read_parts(struct gdb_remote *g, struct flag_parts *p, struct anycov_error *err)
{
	for (size_t i = 0; i < p->n; i++) {
		p->v[i].bytes = xmalloc(p->v[i].n);
		if (gdb_remote_read(g, p->v[i].address, p->v[i].bytes, p->v[i].n, err))
			return -1;
		progress("reading flags", i + 1, p->n);
	}
	progress_end();
	return 0;
}

/*
 * The target goes on before anything is written, also if it cannot be read.  Ctrl-C waits for that:
 * servers leave a target as it is if GDB disappears.
 */
static int read_target(const char *where, struct flag_parts *p, struct anycov_error *err)
{
	struct anycov_error other;
	struct gdb_remote *g;
	sigset_t ends, before;
	int status = -1;

	sigemptyset(&ends);
	sigaddset(&ends, SIGHUP);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, &before);
	g = gdb_remote_open(where, err);
	if (g) {
		status = read_parts(g, p, err);
		if (gdb_remote_close(g, &other) && !status)
			warn("%s", other.text);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}

/* Counts what was read, as 'anycov report' will; the copy has another name until it is known to
 * be good. */
static int check_copy(struct instrumented_image *m, const struct out_file *out,
		      struct anycov_error *err)
{
	struct anycov_error other;
	const char *text = other.text;
	size_t hit = 0;

	if (flags_apply_memory(m, out->temporary, false, &other)) {
		if (starts_with(text, out->temporary))
			text += strlen(out->temporary);
		/* The report's advice is for copies that were made otherwise. */
		return anycov_error_set(err,
					"%s%.*s; let it run past its start-up code, and use the "
					"image that it runs",
					out->path, (int)strcspn(text, ";"), text);
	}
	for (size_t i = 0; i < m->map->n_blocks; i++)
		hit += m->flags_hit[i];
	printf("%s: %zu flags of %s, %zu %s hit\n", out->path, count_flags(m), m->img->path, hit,
	       plural(hit, "block", "blocks"));
	return 0;
}

static int fetch_into(struct out_file *out, const char *where, struct instrumented_image *m,
		      struct flag_parts *p, struct anycov_error *err)
{
	if (!out->temporary)
		return anycov_error_set(err, "%s: is no file; a copy of memory needs one",
					out->path ? out->path : "-");
	if (read_target(where, p, err) ||
	    core_file_write(out->f, out->path, m->img, p->v, p->n, err))
		return -1;
	if (fflush(out->f))
		return anycov_error_set(err, "%s: cannot write: %s", out->path, strerror(errno));
	return check_copy(m, out, err);
}

static int fetch_parts(const char *where, struct instrumented_image *m, const char *path,
		       struct flag_parts *p)
{
	struct anycov_error err;
	struct out_file out;

	if (m->img->relocatable)
		return input_error("%s: is an object; give the image that was linked",
				   m->img->path);
	if (flags_check_image(m, path, &err))
		return input_error("%s", err.text);
	if (path_is_same_file(path, m->img->path))
		return input_error("%s: is the image; give -o another file", path);
	if (out_open(&out, path, &err))
		return input_error("%s", err.text);
	if (!fetch_into(&out, where, m, p, &err))
		return out_commit(&out, &err) ? input_error("%s", err.text) : EXIT_OK;
	out_discard(&out);
	return input_error("%s", err.text);
}

static int fetch(const char *where, const char *image, const char *path)
{
	struct flag_parts p = { 0 };
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(image, &err);
	int status;

	if (!m)
		return input_error("%s", err.text);
	find_parts(m, &p);
	status = fetch_parts(where, m, path, &p);
	for (size_t i = 0; i < p.n; i++)
		free(p.v[i].bytes);
	free(p.v);
	instrumented_image_close(m);
	return status;
}

int cmd_fetch(int argc, char **argv)
{
	const char *where = NULL, *image = NULL, *path = NULL;
	const struct arg table[] = {
		{ ARG_TEXT, 0, "gdb", "HOST:PORT", &where,
		  "the GDB server of a debug probe or simulator, such as\n"
		  "OpenOCD, QEMU or simavr" },
		{ ARG_TEXT, 0, "image", "ELF", &image, "the image that runs on the target" },
		{ ARG_TEXT, 'o', "output", "FILE", &path,
		  "the copy, an ELF core file for 'anycov report --memory'" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"The target is stopped while its flags are read, as by any debugger, and goes on\n"
		"afterwards; with OpenOCD if that is configured (-event gdb-detach resume).  The\n"
		"image must run at the addresses that it was linked for.  It needs no runtime:\n"
		"its code was compiled with flags ('anycov flags --firmware').\n"
		"\n"
		"  anycov fetch --gdb localhost:3333 --image fw.elf -o fw.core\n"
		"  anycov report --image fw.elf --memory fw.core\n";
	struct string_list rest = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &rest, NULL);

	if (status < 0 && (!where || !image || !path || rest.n))
		status = usage_error("give --gdb HOST:PORT, --image ELF and -o FILE, for example: "
				     "anycov fetch --gdb localhost:3333 --image fw.elf -o fw.core");
	if (status < 0 && !gdb_remote_is_address(where))
		status = usage_error("--gdb %s: is no HOST:PORT, such as localhost:3333", where);
	if (status < 0)
		status = fetch(where, image, path);
	string_list_free(&rest);
	return status;
}
