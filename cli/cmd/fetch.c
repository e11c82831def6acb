/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Copies the flags of a running target, as a debugger does. */
#include <stdlib.h>
#include "cmd/args.h"
#include "cmd/command.h"
#include "coverage/flag_hits.h"
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

/* The target goes on before anything is written, and also if it cannot be read. */
static int read_target(const char *where, struct flag_parts *p, struct anycov_error *err)
{
	struct gdb_remote *g = gdb_remote_open(where, err);
	struct anycov_error other;
	int status;

	if (!g)
		return -1;
	status = read_parts(g, p, err);
	if (gdb_remote_close(g, &other) && !status)
		warn("%s", other.text);
	return status;
}

static int write_parts(const char *path, const struct instrumented_image *m,
		       const struct flag_parts *p, struct anycov_error *err)
{
	struct out_file out;

	if (out_open(&out, path, err))
		return -1;
	if (!core_file_write(out.f, path, m->img, p->v, p->n, err))
		return out_commit(&out, err);
	out_discard(&out);
	return -1;
}

/* Says what was read; that is what 'anycov report' will say of the file. */
static int check_file(struct instrumented_image *m, const char *path, struct anycov_error *err)
{
	size_t n = 0, hit = 0;

	if (flags_apply_memory(m, path, false, err))
		return -1;
	for (size_t i = 0; i < m->map->n_blocks; i++)
		hit += m->flags_hit[i];
	for (size_t i = 0; i < m->map->n_flags; i++)
		n += m->map->flags[i].dropped ? 0 : m->map->flags[i].blocks.n;
	printf("%s: %zu flags of %s, %zu %s hit\n", path, n, m->img->path, hit,
	       plural(hit, "block", "blocks"));
	return 0;
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
	if (!p.n)
		status = input_error("%s: has no flags in its map; build it with '--coverage "
				     "flags' and do not strip it",
				     image);
	else if (read_target(where, &p, &err) || write_parts(path, m, &p, &err) ||
		 check_file(m, path, &err))
		status = input_error("%s", err.text);
	else
		status = EXIT_OK;
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
		  "the GDB server of a debug probe or simulator: OpenOCD,\n"
		  "pyOCD, J-Link, QEMU, simavr, gdbserver" },
		{ ARG_TEXT, 0, "image", "ELF", &image, "the image that runs on the target" },
		{ ARG_TEXT, 'o', "output", "FILE", &path,
		  "the copy, an ELF core file for 'anycov report --memory'" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"The target is stopped while its flags are read, as by any debugger, and goes on\n"
		"afterwards.  It needs no runtime: its code was compiled with flags\n"
		"('anycov flags --firmware', with or without '--coverage flags').\n"
		"\n"
		"  anycov fetch --gdb localhost:3333 --image fw.elf -o fw.core\n"
		"  anycov report --image fw.elf --memory fw.core\n";
	struct string_list rest = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &rest, NULL);

	if (status < 0 && (!where || !image || !path || rest.n))
		status = usage_error("give --gdb HOST:PORT, --image ELF and -o FILE, for example: "
				     "anycov fetch --gdb localhost:3333 --image fw.elf -o fw.core");
	if (status < 0)
		status = fetch(where, image, path);
	string_list_free(&rest);
	return status;
}
