/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/paths.h"
#include "dump/drcov.h"
#include "image/load_offset.h"

#define BEGIN "DRCOV VERSION: "
/* Of a block: 4 bytes of its first address, 2 of its size, 2 of the number of its module. */
#define BLOCK_BYTES 8u
#define LINE_BYTES 4096u

struct drcov {
	struct execution_log *log;
	const char *path;
	const struct image *img;
	struct anycov_error *err;
	const char *p, *end; /* what was not read */
	char line[LINE_BYTES];
	unsigned long modules;
	unsigned id_column, base_column;
	uint64_t offset;   /* load_offset.h */
	bool has_module;   /* the file has the image */
	uint64_t id, base; /* of it */
};

bool is_drcov(const char *p, size_t n)
{
	return n >= strlen(BEGIN) && !memcmp(p, BEGIN, strlen(BEGIN));
}

static int damaged(const struct drcov *d, const char *what)
{
	return anycov_error_set(d->err, "%s: damaged drcov file: %s; write it again", d->path,
				what);
}

/* Takes the next line; false: there is none, or it is too long. */
static bool take_line(struct drcov *d)
{
	const char *end = memchr(d->p, '\n', (size_t)(d->end - d->p));
	size_t n = end ? (size_t)(end - d->p) : 0;

	if (!end || n >= sizeof(d->line))
		return false;
	memcpy(d->line, d->p, n);
	d->line[n] = 0;
	d->p = end + 1;
	return true;
}

/* Takes "Module Table: version 2, count 3", or of version 1 "Module Table: 3". */
static int take_table(struct drcov *d)
{
	const char *text = d->line + strlen("Module Table: ");
	unsigned long version = 1;
	char *end;

	if (!starts_with(d->line, "Module Table: "))
		return damaged(d, "no table of modules");
	if (starts_with(text, "version ")) {
		version = strtoul(text + strlen("version "), &end, 10);
		text = starts_with(end, ", count ") ? end + strlen(", count ") : "";
	}
	if (version != 1 && version != 2)
		return anycov_error_set(d->err,
					"%s: its table of modules has version %lu; 1 and 2 are "
					"read, which QEMU's plugin writes",
					d->path, version);
	d->modules = strtoul(text, &end, 10);
	if (end == text || *end)
		return damaged(d, "no number of modules");
	d->base_column = 1;
	return 0;
}

/* Returns a column of a line, without blanks before it; the last one reaches to the line's end. */
static const char *column(const char *line, unsigned i)
{
	while (i--) {
		line = strchr(line, ',');
		if (!line)
			return NULL;
		line++;
	}
	return line + strspn(line, " ");
}

/* Finds the column of a module's first address, "base" or "start". */
static void take_columns(struct drcov *d)
{
	const char *name;

	for (unsigned i = 0; (name = column(d->line + strlen("Columns:"), i)); i++)
		if (starts_with(name, "base") || starts_with(name, "start"))
			d->base_column = i;
}

/* Takes a module; one alone is the image, of several the one with its name. */
static int take_module(struct drcov *d)
{
	const char *id = column(d->line, 0), *base = column(d->line, d->base_column);
	const char *path = strrchr(d->line, ',');

	if (!base || !path)
		return damaged(d, "a module without address or path");
	path += 1 + strspn(path + 1, " ");
	if (d->modules > 1 && strcmp(base_name(path), base_name(d->img->path)) != 0)
		return 0;
	if (d->has_module)
		return anycov_error_set(d->err, "%s: has several modules with the name of %s",
					d->path, d->img->path);
	d->has_module = true;
	d->id = strtoull(id, NULL, 10);
	d->base = strtoull(base, NULL, 16);
	return 0;
}

/* Returns the first address of the image: of the page that its first segment begins in. */
static uint64_t first_address(const struct image *img)
{
	uint64_t first = UINT64_MAX;
	GElf_Phdr p;
	size_t n = 0;

	elf_getphdrnum(img->elf, &n);
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(img->elf, (int)i, &p) && p.p_type == PT_LOAD && p.p_vaddr < first)
			first = p.p_vaddr & (p.p_align > 1 ? ~(p.p_align - 1) : UINT64_MAX);
	return first == UINT64_MAX ? 0 : first;
}

static uint64_t number(const unsigned char *p, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | p[bytes];
	return v;
}

/*
 * Takes the blocks.  Their addresses count from their module's base; that of a machine without an
 * operating system is 0.
 */
static int take_blocks(struct drcov *d)
{
	const char *text = d->line + strlen("BB Table: ");
	const uint64_t first = d->base ? first_address(d->img) : 0;
	unsigned long n;
	char *end;

	if (!starts_with(d->line, "BB Table: "))
		return damaged(d, "no table of blocks");
	n = strtoul(text, &end, 10);
	if (end == text || strcmp(end, " bbs") != 0)
		return damaged(d, "no number of blocks");
	if (starts_with(d->p, "module id"))
		return anycov_error_set(d->err, "%s: its blocks are text; write them as bytes",
					d->path);
	if ((size_t)(d->end - d->p) / BLOCK_BYTES != n || (d->end - d->p) % BLOCK_BYTES)
		return damaged(d, "it has other than the number of blocks that it says");
	for (const unsigned char *b = (const unsigned char *)d->p; n--; b += BLOCK_BYTES) {
		uint64_t at = first + number(b, 4), size = number(b + 4, 2);

		if (number(b + 6, 2) != d->id)
			continue;
		if (d->base && d->offset)
			return anycov_error_set(d->err,
						"%s: has the address of its module; omit "
						"--load-offset",
						d->path);
		if (!d->base)
			at = load_offset_apply(d->img, at, -d->offset);
		ARRAY_GROW(d->log->v, d->log->n, d->log->room);
		d->log->v[d->log->n++] = (struct executed_range){ at, at + (size ? size : 1) };
	}
	return 0;
}

int drcov_read(struct execution_log *log, const char *p, size_t n, const char *path,
	       const struct image *img, uint64_t offset, struct anycov_error *err)
{
	struct drcov d = { .log = log,
			   .path = path,
			   .img = img,
			   .err = err,
			   .p = p,
			   .end = p + n,
			   .offset = offset };

	/* The version and the flavour. */
	if (!take_line(&d) || !take_line(&d) || !take_line(&d))
		return damaged(&d, "it ends in its head");
	if (take_table(&d))
		return -1;
	for (unsigned long i = 0; i < d.modules;) {
		if (!take_line(&d))
			return damaged(&d, "it ends in its table of modules");
		if (!i && starts_with(d.line, "Columns:")) {
			take_columns(&d);
			continue;
		}
		if (take_module(&d))
			return -1;
		i++;
	}
	if (!d.has_module)
		return anycov_error_set(err, "%s: has no module with the name of %s", path,
					img->path);
	if (!take_line(&d))
		return damaged(&d, "no table of blocks");
	log->has_code = true;
	return take_blocks(&d);
}
