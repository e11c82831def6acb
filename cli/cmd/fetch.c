/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Copies the flags of a running target, as a debugger does. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "base/paths.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "cmd/fetch_channel.h"
#include "coverage/match/flag_hits.h"
#include "dump/core_file.h"
#include "dump/gdb_remote.h"
#include "dump/target_search.h"
#include "image/load_offset.h"

/* Flags of neighbours are read together: a packet takes longer than so many bytes. */
#define GAP_BYTES 64u

struct target {
	const char *where; /* HOST:PORT */
	struct load_offset offset;
	const struct image *img; /* that runs on it */
};

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
			add_part(p, f->low, f->end);
	}
}

/* Reads the first part again: the target stands, unless something else resets it meanwhile. */
static int check_still(struct gdb_remote *g, const struct image *img, uint64_t offset,
		       const struct flag_parts *p, struct anycov_error *err)
{
	unsigned char *again = p->n ? xmalloc(p->v[0].n) : NULL;
	int status = 0;

	if (p->n)
		status = gdb_remote_read(g, load_offset_apply(img, p->v[0].address, offset), again,
					 p->v[0].n, err);
	if (p->n && !status && memcmp(again, p->v[0].bytes, p->v[0].n) != 0)
		status = anycov_error_set(err,
					  "%s: its memory changed while it was read, as if it was "
					  "reset or went on; read it again",
					  img->path);
	free(again);
	return status;
}

static int read_parts(struct gdb_remote *g, const struct image *img, uint64_t offset,
		      struct flag_parts *p, struct anycov_error *err)
{
	for (size_t i = 0; i < p->n; i++) {
		p->v[i].bytes = xmalloc(p->v[i].n);
		if (gdb_remote_read(g, load_offset_apply(img, p->v[i].address, offset),
				    p->v[i].bytes, p->v[i].n, err))
			return -1;
		progress("reading flags", i + 1, p->n);
	}
	progress_end();
	return check_still(g, img, offset, p, err);
}

/*
 * The target goes on before anything is written, also if it cannot be read.  Ctrl-C waits for that:
 * servers leave a target as it is if GDB disappears.
 */
static int read_target(const struct target *t, struct flag_parts *p, uint64_t *offset,
		       struct anycov_error *err)
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
	g = gdb_remote_open(t->where, err);
	if (g) {
		*offset = t->offset.value;
		status = t->offset.is_auto ? target_search(g, t->img, offset, err) : 0;
		if (!status)
			status = read_parts(g, t->img, *offset, p, err);
		if (gdb_remote_close(g, &other) && !status)
			warn("%s", other.text);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}

/* Counts what was read, as 'anycov report' will; the copy has another name until it is known to
 * be good. */
static int check_copy(struct instrumented_image *m, const struct out_file *out, uint64_t offset,
		      struct anycov_error *err)
{
	char at[LOAD_OFFSET_ROOM];
	struct anycov_error other;
	const char *text = other.text;
	size_t hit = 0;

	if (flags_apply_memory(m, out->temporary, &(struct load_offset){ 0 }, false, &other)) {
		if (starts_with(text, out->temporary))
			text += strlen(out->temporary);
		/* The report's advice is for copies that were made otherwise. */
		return anycov_error_set(err,
					"%s%.*s; let it run past its start-up code, and use the "
					"image that it runs%s",
					out->path, (int)strcspn(text, ";"), text,
					offset ? ", and its load offset" : "");
	}
	for (size_t i = 0; i < m->map->n_blocks; i++)
		hit += m->flags_hit[i];
	printf("%s: %zu flags of %s", out->path, count_flags(m), m->img->path);
	if (offset)
		printf(" at load offset %s", load_offset_text(m->img, offset, at));
	printf(", %zu %s hit\n", hit, plural(hit, "block", "blocks"));
	return 0;
}

static int fetch_into(struct out_file *out, const struct target *t, struct instrumented_image *m,
		      struct flag_parts *p, struct anycov_error *err)
{
	uint64_t offset = 0;

	if (!out->temporary)
		return anycov_error_set(err, "%s: is no file; a copy of memory needs one",
					out->path ? out->path : "-");
	if (read_target(t, p, &offset, err) ||
	    core_file_write(out->f, out->path, m->img, p->v, p->n, err))
		return -1;
	if (fflush(out->f))
		return anycov_error_set(err, "%s: cannot write: %s", out->path, strerror(errno));
	return check_copy(m, out, offset, err);
}

static int fetch_parts(const struct target *t, struct instrumented_image *m, const char *path,
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
	if (!fetch_into(&out, t, m, p, &err))
		return out_commit(&out, &err) ? input_error("%s", err.text) : EXIT_OK;
	out_discard(&out);
	return input_error("%s", err.text);
}

static int fetch(struct target *t, const char *image, const char *path)
{
	struct flag_parts p = { 0 };
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(image, &err);
	int status;

	if (!m)
		return input_error("%s", err.text);
	t->img = m->img;
	find_parts(m, &p);
	status = fetch_parts(t, m, path, &p);
	for (size_t i = 0; i < p.n; i++)
		free(p.v[i].bytes);
	free(p.v);
	instrumented_image_close(m);
	return status;
}

/* What to read, and from where; words that were not given are NULL. */
struct words {
	const char *image, *path, *memory, *offset, *rtt, *swo, *itm;
};

static int not_a_number(const char *option, const char *text)
{
	return usage_error("--%s %s: is no number, such as 0", option, text);
}

/* Checks the options of a channel, and reads it. */
static int fetch_channel(const struct target *t, const struct words *w)
{
	uint64_t number = 0;

	if (w->rtt ? w->itm || w->swo || !t->where == !w->memory || !w->image || w->offset
		   : !w->itm || !w->swo || t->where || w->memory || w->image || w->offset)
		return usage_error("a channel is read by --rtt N, --image ELF and one of --gdb "
				   "HOST:PORT and --memory FILE, or by --itm N and --swo FILE");
	if (w->rtt && !parse_u64(w->rtt, &number))
		return not_a_number("rtt", w->rtt);
	if (w->itm && (!parse_u64(w->itm, &number) || number > 31))
		return not_a_number("itm", w->itm);
	return w->rtt ? fetch_rtt(t->where, w->memory, w->image, number, w->path)
		      : fetch_itm(w->swo, number, w->path);
}

static int fetch_words(struct target *t, const struct words *w, size_t n_rest)
{
	const bool is_channel = w->rtt || w->itm || w->swo || w->memory;

	if (n_rest || !w->path || (!is_channel && (!t->where || !w->image)))
		return usage_error("give --gdb HOST:PORT, --image ELF and -o FILE, for example: "
				   "anycov fetch --gdb localhost:3333 --image fw.elf -o fw.core");
	if (t->where && !gdb_remote_is_address(t->where))
		return usage_error("--gdb %s: is no HOST:PORT, such as localhost:3333", t->where);
	if (is_channel)
		return fetch_channel(t, w);
	if (w->offset && !load_offset_parse(w->offset, &t->offset))
		return usage_error(NO_LOAD_OFFSET, w->offset);
	return fetch(t, w->image, w->path);
}

int cmd_fetch(int argc, char **argv)
{
	struct words w = { 0 };
	struct target t = { 0 };
	const struct arg table[] = {
		{ ARG_TEXT, 0, "gdb", "HOST:PORT", &t.where,
		  "the GDB server of a debug probe or simulator, such as\n"
		  "OpenOCD, QEMU or simavr" },
		{ ARG_TEXT, 0, "image", "ELF", &w.image, "the image that runs on the target" },
		{ ARG_TEXT, 0, "load-offset", "N|auto", &w.offset,
		  "where it runs: address in memory minus address in the image;\n"
		  "auto: found by the code that the target executes" },
		{ ARG_TEXT, 0, "rtt", "N", &w.rtt,
		  "instead of flags: what the program writes to up-buffer N of\n"
		  "SEGGER RTT, until it writes nothing for 2 seconds" },
		{ ARG_TEXT, 0, "memory", "FILE[@ADDRESS]", &w.memory,
		  "with --rtt instead of --gdb: a copy of the target's memory" },
		{ ARG_TEXT, 0, "swo", "FILE", &w.swo, "what an ITM sent, for --itm" },
		{ ARG_TEXT, 0, "itm", "N", &w.itm,
		  "what the program wrote to stimulus port N of the ITM" },
		{ ARG_TEXT, 'o', "output", "FILE", &w.path,
		  "the copy, an ELF core file for 'anycov report --memory';\n"
		  "of --rtt and --itm the bytes, such as a dump" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"The target is stopped while its flags are read, as by any debugger, and goes on\n"
		"afterwards; with OpenOCD if that is configured (-event gdb-detach resume).  The\n"
		"image needs no runtime: its code was compiled with flags ('anycov flags\n"
		"--firmware').  The copy has the addresses of the image, wherever it runs.\n"
		"\n"
		"  anycov fetch --gdb localhost:3333 --image fw.elf -o fw.core\n"
		"  anycov report --image fw.elf --memory fw.core\n";
	struct string_list rest = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &rest, NULL);

	if (status < 0)
		status = fetch_words(&t, &w, rest.n);
	string_list_free(&rest);
	return status;
}
