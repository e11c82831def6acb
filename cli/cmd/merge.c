/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Merges dumps and drops duplicate records.  The result does not depend on the order
 * of the input: modules are sorted and get new load addresses (each run has others),
 * addresses and comparisons are sorted.  With files of flags the result is a directory.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "dump/byte_source.h"
#include "dump/writer.h"
#include "dump/dump_set.h"
#include "dump/inputs.h"
#include "dump/merged_flags.h"
#include "dump/record_directory.h"

#define MODULE_ALIGN 0x10000u

/* Assigns a range of addresses to every module; stores the biases in biases[]. */
static int lay_out(const struct dump_set *g, uint64_t *biases, struct anycov_error *err)
{
	uint64_t at = MODULE_ALIGN;
	uint64_t limit = g->word_bytes == 8 ? UINT64_MAX / 2 : (1ull << 8 * g->word_bytes) - 1;

	for (size_t i = 0; i < g->n; i++) {
		const struct dump_set_module *m = &g->v[i];
		uint64_t size = m->end - m->first;

		/* Keep the low bits, so that alignment is preserved. */
		at += m->first % MODULE_ALIGN;
		biases[i] = at - m->first;
		if (size > limit || at > limit - size)
			return anycov_error_set(
				err,
				"%s: the modules of these dumps do not fit in one address space",
				m->path);
		at = (at + size + 2 * MODULE_ALIGN) & ~(uint64_t)(MODULE_ALIGN - 1);
	}
	return 0;
}

static void put_modules(struct dump_writer *w, const struct dump_set *g, const uint64_t *biases)
{
	for (size_t i = 0; g->has_modules && i < g->n; i++) {
		const struct dump_set_module *m = &g->v[i];
		size_t path = strlen(m->path);

		dump_writer_chunk(w, ANYCOV_DUMP_TAG_MODULE, 0,
				  (uint32_t)(28 + m->build_id_length + path), 0);
		dump_writer_number(w, biases[i], 8);
		dump_writer_number(w, m->first + biases[i], 8);
		dump_writer_number(w, m->end + biases[i], 8);
		dump_writer_number(w, m->build_id_length, 4);
		dump_writer_bytes(w, m->build_id, m->build_id_length);
		dump_writer_bytes(w, m->path, path);
	}
}

static uint32_t chunk_flags(const struct dump_set *g)
{
	return (g->lost ? ANYCOV_DUMP_C_LOST : 0) | (g->started_late ? 0
						     : g->forked     ? ANYCOV_DUMP_C_FORKED
								     : ANYCOV_DUMP_C_FROM_START);
}

static void put_words(struct dump_writer *w, const struct dump_set *g, const char *tag,
		      const struct u64_map *set, uint64_t bias)
{
	uint64_t *pcs = u64_map_sorted(set);
	size_t n = u64_map_count(set), most = DUMP_CHUNK_MAX / g->word_bytes;

	for (size_t i = 0; i < n; i++) {
		if (i % most == 0)
			dump_writer_chunk(w, tag, 0,
					  (uint32_t)((n - i < most ? n - i : most) * g->word_bytes),
					  chunk_flags(g));
		dump_writer_number(w, pcs[i] + bias, g->word_bytes);
	}
	free(pcs);
}

static int compare_cmps(const void *a, const void *b)
{
	const struct comparison *x = a, *y = b;

	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->arg1 != y->arg1)
		return x->arg1 < y->arg1 ? -1 : 1;
	return x->arg2 < y->arg2 ? -1 : x->arg2 > y->arg2;
}

static void put_cmps(struct dump_writer *w, const struct dump_set *g, struct dump_set_module *m,
		     uint64_t bias)
{
	size_t n = m->cmps.n, most = DUMP_CHUNK_MAX / 32;

	if (n)
		qsort(m->cmps.v, n, sizeof(*m->cmps.v), compare_cmps);
	for (size_t i = 0; i < n; i++) {
		if (i % most == 0)
			dump_writer_chunk(w, ANYCOV_DUMP_TAG_UNIQ_CMP, 0,
					  (uint32_t)((n - i < most ? n - i : most) * 32),
					  chunk_flags(g));
		dump_writer_number(w, m->cmps.v[i].type, 8);
		dump_writer_number(w, m->cmps.v[i].arg1, 8);
		dump_writer_number(w, m->cmps.v[i].arg2, 8);
		dump_writer_number(w, m->cmps.v[i].pc + bias, 8);
	}
}

/* Writes the checksums of code, one chunk for each range without a gap. */
static void put_code(struct dump_writer *w, const struct dump_set *g)
{
	const size_t n = u64_map_count(&g->code);
	uint64_t *at = u64_map_sorted(&g->code);

	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && at[end] - at[end - 1] == g->code_block; end++)
			;
		dump_writer_chunk(w, ANYCOV_DUMP_TAG_CODE, 0,
				  (uint32_t)(sizeof(struct anycov_dump_code) + 4 * (end - i)), 0);
		dump_writer_number(w, at[i], 8);
		dump_writer_number(w, g->code_block, 4);
		for (size_t k = i; k < end; k++)
			dump_writer_number(w, *u64_map_find(&g->code, at[k]), 4);
	}
	free(at);
}

static void put_ends(struct dump_writer *w, const struct dump_set *g)
{
	if (g->other_ends)
		return;
	dump_writer_chunk(w, ANYCOV_DUMP_TAG_CUTS, 0, sizeof(struct anycov_dump_cuts), 0);
	dump_writer_number(w, ANYCOV_DUMP_CUTS_TASK_EXIT, 4);
	dump_writer_number(w, 0, 4);
}

static int write_merged(struct dump_set *g, const char *path, bool compress,
			struct anycov_error *err)
{
	uint64_t *biases = xcalloc(g->n, sizeof(*biases));
	struct dump_writer w;
	struct out_file out;
	uint32_t modules;
	int status;

	dump_set_sort(g);
	status = g->has_modules ? lay_out(g, biases, err) : 0;
	if (!status)
		status = out_open(&out, path, err);
	if (!status) {
		dump_writer_begin(&w, compress ? compress_to(out.f) : out.f, g->word_bytes,
				  g->raw_pc);
		put_modules(&w, g, biases);
		modules = w.chunks;
		for (size_t i = 0; i < g->n; i++)
			put_words(&w, g, ANYCOV_DUMP_TAG_UNIQ_PC, &g->v[i].pcs, biases[i]);
		for (size_t i = 0; i < g->n; i++)
			put_words(&w, g, ANYCOV_DUMP_TAG_COUNTERS, &g->v[i].counters, biases[i]);
		for (size_t i = 0; i < g->n; i++)
			put_words(&w, g, ANYCOV_DUMP_TAG_UNIQ_EDGE, &g->v[i].edges, 0);
		for (size_t i = 0; i < g->n; i++)
			put_cmps(&w, g, &g->v[i], biases[i]);
		/* Without a record: so that a merge of this one contains it, too. */
		if (g->lost && w.chunks == modules)
			dump_writer_chunk(&w, ANYCOV_DUMP_TAG_UNIQ_PC, 0, 0, chunk_flags(g));
		put_code(&w, g);
		put_ends(&w, g);
		dump_writer_end(&w);
		status = compress ? compress_commit(&out, w.f, err) : out_commit(&out, err);
	}
	free(biases);
	return status;
}

/* What is merged. */
struct merge {
	bool compress; /* the output */
	struct inputs in;
	struct dump_set dumps;
	struct merged_flags flags;
};

static int read_all(struct merge *m, const struct string_list *files)
{
	struct anycov_error err;
	int status = inputs_add_all(&m->in, files);

	for (size_t i = 0; status == EXIT_OK && i < m->in.n; i++) {
		const struct input *in = &m->in.v[i];

		progress("reading", i, m->in.n);
		if (in->is_flags ? merged_flags_add(&m->flags, in->path, &err)
				 : dump_set_add(&m->dumps, in->path, &err))
			status = input_error("%s", err.text);
	}
	progress_end();
	return status;
}

/* Writes a directory like those of 'anycov run'.  All input was read: it may be the output. */
static int write_directory(struct merge *m, const char *path)
{
	struct record_directory d;
	struct anycov_error err;
	int status;
	char *dump;

	if (record_directory_begin(&d, path, false, NULL, &err))
		return usage_error("%s", err.text);
	dump = xasprintf("%s/" TRACE_BEGIN "0-0.dump%s", d.path, m->compress ? COMPRESSED_END : "");
	status = merged_flags_write(&m->flags, d.path, m->compress, &err);
	if (!status && m->dumps.any)
		status = write_merged(&m->dumps, dump, m->compress, &err);
	for (size_t i = 0; !status && i < m->in.unlinked.n; i++)
		record_unlinked(d.path, m->in.unlinked.v[i]);
	free(dump);
	record_directory_end(&d);
	return status ? input_error("%s", err.text) : EXIT_OK;
}

static int merge(struct merge *m, const char *path, const struct string_list *files)
{
	struct anycov_error err;
	int status = read_all(m, files);

	if (status != EXIT_OK)
		return status;
	if (m->flags.n || m->in.has_directory)
		return write_directory(m, path);
	return write_merged(&m->dumps, path, m->compress, &err) ? input_error("%s", err.text)
								: EXIT_OK;
}

int cmd_merge(int argc, char **argv)
{
	const char *path = NULL;
	struct merge m = { 0 };
	const struct arg table[] = {
		{ ARG_TEXT, 'o', "output", "OUT", &path,
		  "merged dump file; with flags or directories, a directory" },
		{ ARG_FLAG, 0, "compress", NULL, &m.compress,
		  "compress the output with zstd; every command reads it" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"Merges dumps, files of flags, and directories of 'anycov run'.  With the last "
		"two\n"
		"OUT is a directory, which must be empty or one of 'anycov run' or 'anycov\n"
		"merge', whose recordings are replaced.  The result is identical for any order,\n"
		"grouping and repetition.  It contains neither execution counts nor contexts\n"
		"(threads, tasks, interrupts) nor names of tests: for these, use report with the\n"
		"recordings themselves.\n";
	struct string_list files = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &files, NULL);

	if (status < 0 && !path)
		status = usage_error("no output given; use -o OUT");
	if (status < 0 && !files.n)
		status = usage_error(
			"no dump given, for example: anycov merge -o all.dump a.dump b.dump");
	if (status < 0)
		status = merge(&m, path, &files);
	if (status == EXIT_OK && m.dumps.outside_modules)
		warn("ignored %zu addresses outside all loaded modules", m.dumps.outside_modules);
	inputs_free(&m.in);
	dump_set_free(&m.dumps);
	merged_flags_free(&m.flags);
	string_list_free(&files);
	return status;
}
