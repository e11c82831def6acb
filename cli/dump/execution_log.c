/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/u64_map.h"
#include "dump/byte_source.h"
#include "dump/drcov.h"
#include "dump/execution_log.h"
#include "image/load_offset.h"

/* Of a line; what is longer is not looked at. */
#define LINE_MAX_BYTES 512u
#define PART_BYTES (1u << 14)
#define DRCOV_BYTES_MAX ((size_t)1 << 30)
/* Of an instruction, in the log. */
#define CODE_MAX 16u

struct log_reading {
	struct execution_log *log;
	struct byte_source *from;
	const struct image *img;
	struct anycov_error *err;
	uint64_t offset;
	bool force;
	char line[LINE_MAX_BYTES];
	size_t n;
	unsigned long number;
	struct u64_map seen; /* first addresses */
	bool in_code;        /* lines are of a block of the target's code */
	bool any;            /* a line was known */
	bool has_begun;      /* begun: of a block that -d exec has */
	uint64_t begun;
};

static void add_address(struct log_reading *r, uint64_t address)
{
	address = load_offset_apply(r->img, address, -r->offset);
	*u64_map_get_or_add(&r->seen, address) = 1;
}

/* Adds the last block of -d exec: the next line did not say that it was stopped before. */
static void end_block(struct log_reading *r)
{
	if (r->has_begun)
		add_address(r, r->begun);
	r->has_begun = false;
}

static bool take_hex(const char **p, uint64_t *value)
{
	char *end;

	if (!strchr("0123456789abcdefABCDEF", **p) || !**p)
		return false;
	*value = strtoull(*p, &end, 16);
	*p = end;
	return true;
}

/* Takes the address of "[flags/ADDRESS/...]", or of older QEMUs "[ADDRESS]" and "[0: ADDRESS]". */
static bool take_bracket(const char *line, uint64_t *address)
{
	const char *p = strchr(line, '['), *end = p ? strchr(p, ']') : NULL, *at;

	if (!end)
		return false;
	p++;
	at = memchr(p, '/', (size_t)(end - p));
	if (!at)
		at = memchr(p, ':', (size_t)(end - p));
	p = at ? at + 1 : p;
	p += strspn(p, " ");
	return take_hex(&p, address);
}

/*
 * Converts the bytes after an address: groups of digits, each a number in the byte order of the
 * machine's code.  How many; 0: it has none.
 */
static size_t take_code(const struct image *img, const char *p, unsigned char code[CODE_MAX])
{
	const bool swap = !img->big_endian;
	size_t n = 0;

	p += strspn(p, " \t");
	for (;;) {
		size_t digits = strspn(p, "0123456789abcdef"), bytes = digits / 2;

		if (!digits || digits % 2 || n + bytes > CODE_MAX ||
		    (p[digits] && p[digits] != ' '))
			break;
		for (size_t i = 0; i < bytes; i++) {
			const char pair[] = { p[2 * i], p[2 * i + 1], 0 };

			code[n + (swap ? bytes - 1 - i : i)] =
				(unsigned char)strtoul(pair, NULL, 16);
		}
		n += bytes;
		p += digits;
		if (p[0] != ' ' || p[1] == ' ')
			return n;
		p++;
	}
	return 0;
}

/* Takes a line "0xADDRESS:  BYTES  TEXT".  Fails if the image has other bytes there. */
static int take_instruction(struct log_reading *r)
{
	unsigned char code[CODE_MAX];
	const char *p = r->line + 2;
	const unsigned char *own;
	uint64_t address;
	size_t n;

	if (!take_hex(&p, &address) || *p != ':')
		return 0;
	add_address(r, address);
	if (r->force)
		return 0;
	n = take_code(r->img, p + 1, code);
	own = n ? image_bytes(r->img, load_offset_apply(r->img, address, -r->offset), n) : NULL;
	if (!own || !memcmp(own, code, n))
		return 0;
	return anycov_error_set(r->err,
				"%s:%lu: has other code at 0x%llx than %s; use the image that was "
				"run, or --force",
				r->from->path, r->number, (unsigned long long)address,
				r->img->path);
}

static int take_line(struct log_reading *r)
{
	const char *line = r->line;

	r->number++;
	if (starts_with(line, "Stopped execution")) {
		uint64_t address;

		if (r->has_begun && take_bracket(line, &address) && address == r->begun)
			r->has_begun = false;
		return 0;
	}
	if (starts_with(line, "Trace ")) {
		end_block(r);
		r->has_begun = take_bracket(line, &r->begun);
		r->any = r->any || r->has_begun;
		r->in_code = false;
	} else if (starts_with(line, "IN:")) {
		r->in_code = r->any = r->log->has_code = true;
	} else if (starts_with(line, "OUT:") || starts_with(line, "OP") ||
		   starts_with(line, "PROLOGUE") || starts_with(line, "----")) {
		r->in_code = false;
	} else if (r->in_code && starts_with(line, "OBJD-")) {
		return anycov_error_set(r->err,
					"%s:%lu: has no addresses of instructions, since this QEMU "
					"has no disassembler; use one with it, or a drcov file",
					r->from->path, r->number);
	} else if (r->in_code && starts_with(line, "0x")) {
		return take_instruction(r);
	}
	return 0;
}

static int take_bytes(struct log_reading *r, const char *p, size_t n)
{
	int status = 0;

	for (size_t i = 0; i < n && !status; i++) {
		if (p[i] != '\n') {
			/* A NUL ends the line for all that looks at it. */
			if (r->n < sizeof(r->line) - 1)
				r->line[r->n++] = p[i];
			continue;
		}
		r->line[r->n] = 0;
		r->n = 0;
		status = take_line(r);
	}
	return status;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct executed_range *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the ranges and joins those that touch. */
static void join_ranges(struct execution_log *log)
{
	size_t n = 0;

	if (log->n)
		qsort(log->v, log->n, sizeof(*log->v), compare_ranges);
	for (size_t i = 0; i < log->n; i++) {
		struct executed_range *last = n ? &log->v[n - 1] : NULL;

		if (!last || log->v[i].first > last->end)
			log->v[n++] = log->v[i];
		else if (log->v[i].end > last->end)
			last->end = log->v[i].end;
	}
	log->n = n;
}

/* Reads on after the n bytes of `part` that were read. */
static int read_qemu(struct log_reading *r, char part[PART_BYTES], ssize_t n)
{
	uint64_t address, value;
	size_t at = 0;
	int status = 0;

	while (!status && n > 0) {
		status = take_bytes(r, part, (size_t)n);
		n = status ? 0 : byte_source_read(r->from, part, PART_BYTES, r->err);
	}
	status = n < 0 ? -1 : status;
	end_block(r);
	r->log->is_cut = r->n != 0;
	if (!status && !r->any)
		status = anycov_error_set(r->err,
					  "%s: is neither a log of QEMU's -d in_asm or -d exec nor "
					  "a drcov file",
					  r->from->path);
	while (!status && u64_map_next(&r->seen, &at, &address, &value)) {
		ARRAY_GROW(r->log->v, r->log->n, r->log->room);
		r->log->v[r->log->n++] = (struct executed_range){ address, address + 1 };
	}
	u64_map_free(&r->seen);
	return status;
}

static int read_drcov(struct log_reading *r, char part[PART_BYTES], ssize_t n)
{
	struct string_buffer all = { 0 };
	int status = 0;

	while (n > 0) {
		if (all.n + (size_t)n > DRCOV_BYTES_MAX) {
			n = anycov_error_set(r->err, "%s: is larger than any drcov file",
					     r->from->path);
			break;
		}
		string_buffer_append_n(&all, part, (size_t)n);
		n = byte_source_read(r->from, part, PART_BYTES, r->err);
	}
	status = n < 0 ? -1
		       : drcov_read(r->log, all.s, all.n, r->from->path, r->img, r->offset, r->err);
	free(all.s);
	return status;
}

int execution_log_read(struct execution_log *log, const char *path, const struct image *img,
		       uint64_t offset, bool force, struct anycov_error *err)
{
	struct byte_source from;
	struct log_reading r = {
		.log = log, .from = &from, .img = img, .err = err, .offset = offset, .force = force
	};
	char part[PART_BYTES];
	ssize_t n;
	int status;

	memset(log, 0, sizeof(*log));
	if (byte_source_open(&from, path, false, err))
		return -1;
	n = byte_source_read(&from, part, sizeof(part), err);
	status = n < 0                       ? -1
		 : is_drcov(part, (size_t)n) ? read_drcov(&r, part, n)
					     : read_qemu(&r, part, n);
	byte_source_close(&from);
	if (!status)
		join_ranges(log);
	else
		execution_log_free(log);
	return status;
}

bool execution_log_has(const struct execution_log *log, uint64_t first, uint64_t end)
{
	size_t low = 0, high = log->n;

	/* The first range that ends after the address. */
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (log->v[mid].end > first)
			high = mid;
		else
			low = mid + 1;
	}
	return low < log->n && log->v[low].first < end;
}

void execution_log_free(struct execution_log *log)
{
	free(log->v);
	log->v = NULL;
	log->n = log->room = 0;
}
