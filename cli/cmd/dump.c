/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "dump/flags_file.h"
#include "dump/inputs.h"
#include "output/dict.h"
#include "dump/reader.h"
#include "output/output.h"
#include "cmd/raw_args.h"
#include "cmd/command.h"

enum style { STYLE_TEXT, STYLE_JSON, STYLE_RAWCOVER };

struct printing {
	enum style style;
	size_t files, chunks, n; /* n: elements of the open JSON array */
	bool in_file, in_chunk;
	bool in_note;
	unsigned word_bytes;
};

static void json_value(json_t *j)
{
	json_dumpf(j, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENCODE_ANY);
	json_decref(j);
}

static void end_chunk(struct printing *p)
{
	if (p->in_note && p->style == STYLE_TEXT)
		putchar('\n');
	if (p->in_chunk && p->style == STYLE_JSON)
		fputs("]}", stdout);
	p->in_chunk = p->in_note = false;
}

static void end_file(struct printing *p)
{
	end_chunk(p);
	if (p->in_file && p->style == STYLE_JSON)
		fputs("]}", stdout);
	p->in_file = false;
}

static int on_head(void *ctx, const struct dump_info *info)
{
	struct printing *p = ctx;

	end_file(p);
	p->word_bytes = info->word_bytes;
	p->in_file = true;
	if (p->style == STYLE_TEXT) {
		printf("%s: %u-bit words, %s-endian%s\n", info->path, 8 * info->word_bytes,
		       info->big_endian ? "big" : "little", info->raw_pc ? ", raw addresses" : "");
	} else if (p->style == STYLE_JSON) {
		printf("%s\n {\"file\":", p->files ? "," : "");
		json_value(json_text(info->path));
		printf(",\"word_bytes\":%u,\"order\":\"%s\",\"raw_pc\":%s,\"chunks\":[",
		       info->word_bytes, info->big_endian ? "big" : "little",
		       info->raw_pc ? "true" : "false");
	}
	p->files++;
	p->chunks = 0;
	return 0;
}

/* Returns the size of the records of a chunk; 1: it has no records. */
static unsigned record_bytes(const struct printing *p, enum dump_chunk_kind kind)
{
	switch (kind) {
	case DUMP_PC:
	case DUMP_UNIQ_PC:
	case DUMP_EDGE:
	case DUMP_COUNTERS:
		return p->word_bytes;
	case DUMP_CMP:
	case DUMP_UNIQ_CMP:
		return 32;
	default:
		return 1;
	}
}

static int on_chunk(void *ctx, const struct dump_chunk *c)
{
	struct printing *p = ctx;

	end_chunk(p);
	p->in_chunk = true;
	p->n = 0;
	if (p->style == STYLE_RAWCOVER && c->lost)
		warn("a buffer was full, records may be missing");
	if (p->style == STYLE_JSON) {
		char tag[5];

		memcpy(tag, c->tag, 5);
		for (int i = 3; i > 0 && tag[i] == ' '; i--)
			tag[i] = 0;
		printf("%s\n  {\"tag\":", p->chunks++ ? "," : "");
		json_value(json_text(tag));
		printf(",\"context\":%" PRIu32 ",\"length\":%" PRIu32 ",\"lost\":%s,\"records\":[",
		       c->context, c->length, c->lost ? "true" : "false");
	} else if (p->style == STYLE_TEXT && c->kind != DUMP_MODULE && c->kind != DUMP_CUTS &&
		   c->kind != DUMP_NAME) {
		unsigned bytes = record_bytes(p, c->kind);

		printf("%.4s context %" PRIu32 ": %" PRIu32 " %s%s\n", c->tag, c->context,
		       c->length / bytes,
		       bytes == 1 ? "bytes" : plural(c->length / bytes, "record", "records"),
		       c->lost ? ", buffer full: records may be missing" : "");
	}
	return 0;
}

static int on_pcs(void *ctx, const struct dump_chunk *c, const uint64_t *pcs, size_t n)
{
	struct printing *p = ctx;

	for (size_t i = 0; i < n; i++) {
		if (p->style == STYLE_JSON)
			printf("%s\"0x%" PRIx64 "\"", p->n++ ? "," : "", pcs[i]);
		else if (p->style == STYLE_TEXT)
			printf("  0x%0*" PRIx64 "\n", (int)p->word_bytes * 2, pcs[i]);
		else if (c->kind != DUMP_EDGE && c->kind != DUMP_COUNTERS)
			printf("0x%" PRIx64 "\n", pcs[i]);
	}
	return 0;
}

static void cmp_json(struct printing *p, const struct dump_cmp *c)
{
	printf("%s{\"pc\":\"0x%" PRIx64 "\",\"bytes\":%u,\"const\":%s,\"float\":%s,"
	       "\"arg1\":\"0x%" PRIx64 "\",\"arg2\":\"0x%" PRIx64 "\"}",
	       p->n++ ? "," : "", c->pc, cmp_bytes(c->type),
	       c->type & ANYCOV_CMP_CONST ? "true" : "false",
	       c->type & ANYCOV_CMP_FLOAT ? "true" : "false", c->arg1, c->arg2);
}

static int on_cmps(void *ctx, const struct dump_chunk *c, const struct dump_cmp *cmps, size_t n)
{
	struct printing *p = ctx;
	char a[64], b[64];

	(void)c;
	for (size_t i = 0; i < n; i++) {
		if (p->style == STYLE_JSON) {
			cmp_json(p, &cmps[i]);
		} else if (p->style == STYLE_RAWCOVER) {
			printf("0x%" PRIx64 "\n", cmps[i].pc);
		} else {
			cmp_value(a, sizeof(a), cmps[i].type, cmps[i].arg1);
			cmp_value(b, sizeof(b), cmps[i].type, cmps[i].arg2);
			printf("  0x%0*" PRIx64 "  %u bytes  %s%s : %s\n", (int)p->word_bytes * 2,
			       cmps[i].pc, cmp_bytes(cmps[i].type),
			       cmps[i].type & ANYCOV_CMP_CONST ? "const " : "", a, b);
		}
	}
	return 0;
}

static int on_module(void *ctx, const struct dump_module *m)
{
	struct printing *p = ctx;
	struct string_buffer id = { 0 };

	for (uint32_t i = 0; i < m->build_id_length; i++)
		string_buffer_appendf(&id, "%02x", m->build_id[i]);
	if (p->style == STYLE_TEXT) {
		printf("MOD  ");
		print_sanitized(stdout, m->path);
		printf(" 0x%" PRIx64 "-0x%" PRIx64 ", load bias 0x%" PRIx64 ", build ID %s\n",
		       m->first, m->end, m->bias, id.s ? id.s : "-");
	} else if (p->style == STYLE_JSON) {
		json_t *j = json_object();

		json_object_set_new(j, "path", json_text(m->path));
		json_object_set_new(j, "bias", json_hex(m->bias));
		json_object_set_new(j, "first", json_hex(m->first));
		json_object_set_new(j, "end", json_hex(m->end));
		json_object_set_new(j, "build_id", json_text(id.s ? id.s : ""));
		p->n++;
		json_value(j);
	}
	free(id.s);
	return 0;
}

static int on_cuts(void *ctx, const struct dump_chunk *c, const struct dump_cuts *cuts)
{
	struct printing *p = ctx;

	if (p->style == STYLE_TEXT && cuts->missed & ANYCOV_DUMP_CUTS_TASK_EXIT)
		printf("%.4s the task ended in the kernel\n", c->tag);
	return 0;
}

static int on_name(void *ctx, const struct dump_chunk *c, const char *name)
{
	struct printing *p = ctx;

	if (p->style == STYLE_JSON) {
		p->n++;
		json_value(json_text(name));
	} else if (p->style == STYLE_TEXT) {
		printf("%.4s context %" PRIu32 ": ", c->tag, c->context);
		print_sanitized(stdout, name);
		putchar('\n');
	}
	return 0;
}

/* Prints a note; control characters must not reach a terminal. */
static int on_note(void *ctx, const struct dump_chunk *c, const char *s, size_t n)
{
	struct printing *p = ctx;

	if (c->kind != DUMP_NOTE || p->style == STYLE_RAWCOVER)
		return 0;
	if (p->style == STYLE_JSON) {
		char *copy = xstrndup(s, n);

		fputs(p->n++ ? "," : "", stdout);
		json_value(json_text(copy));
		free(copy);
		return 0;
	}
	if (!p->in_note)
		fputs("  ", stdout);
	p->in_note = true;
	for (size_t i = 0; i < n; i++)
		putchar((unsigned char)s[i] >= ' ' && s[i] != 127 ? s[i]
			: s[i] == '\n'                            ? ' '
								  : '?');
	return 0;
}

static int print_all(const struct string_list *files, const struct raw_format *raw,
		     enum style style)
{
	static const struct dump_visitor check = { .once = true };
	static const struct dump_visitor print = { .head = on_head,
						   .chunk = on_chunk,
						   .pcs = on_pcs,
						   .cmps = on_cmps,
						   .module = on_module,
						   .cuts = on_cuts,
						   .name = on_name,
						   .note = on_note };
	struct printing p = { .style = style };
	struct anycov_error err;

	/* Print nothing unless all files are valid; dump_read() checks only one. */
	for (size_t i = 0; i < files->n && (files->n > 1 || style == STYLE_JSON); i++)
		if (dump_read(files->v[i], raw, &check, NULL, &err))
			return input_error("%s", err.text);
	if (style == STYLE_JSON)
		fputs("{\"schema\":\"anycov-dump-1\",\"dumps\":[", stdout);
	for (size_t i = 0; i < files->n; i++)
		if (dump_read(files->v[i], raw, &print, &p, &err))
			return input_error("%s", err.text);
	end_file(&p);
	if (style == STYLE_JSON)
		fputs("\n]}\n", stdout);
	if (fflush(stdout) || ferror(stdout))
		return input_error("standard output: write error; the output is incomplete");
	return EXIT_OK;
}

static int dict_chunk(void *ctx, const struct dump_chunk *c)
{
	(void)c;
	dict_end_sequence(ctx);
	return 0;
}

static int dict_cmps(void *ctx, const struct dump_chunk *c, const struct dump_cmp *cmps, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dict_add(ctx, &cmps[i], c->kind == DUMP_CMP);
	return 0;
}

static int print_dict(const struct string_list *files, const struct raw_format *raw)
{
	static const struct dump_visitor take = { .once = true,
						  .chunk = dict_chunk,
						  .cmps = dict_cmps };
	struct anycov_error err;
	struct dict d = { 0 };
	int status = EXIT_OK;

	for (size_t i = 0; i < files->n && status == EXIT_OK; i++)
		if (dump_read(files->v[i], raw, &take, &d, &err))
			status = input_error("%s", err.text);
	if (status == EXIT_OK) {
		if (!d.n)
			warn("no comparison with a constant in these dumps; record with --mode "
			     "cmp");
		dict_print(&d, stdout);
		if (fflush(stdout) || ferror(stdout))
			status = input_error(
				"standard output: write error; the output is incomplete");
	}
	dict_free(&d);
	return status;
}

static size_t count_ones(const unsigned char *flags, uint64_t n)
{
	size_t ones = 0;

	for (uint64_t i = 0; i < n; i++)
		ones += flags[i] == 1;
	return ones;
}

static void print_ones(const struct flags_file *f, const unsigned char *flags)
{
	for (uint64_t i = 0; i < f->n_flags; i++)
		if (flags[i] == 1)
			printf("  0x%" PRIx64 "\n", f->address + i);
}

static void print_flags(const struct flags_file *f)
{
	size_t ones = count_ones(f->flags, f->n_flags);

	printf("%s: flags, %s-endian\n  image ", f->path, f->big_endian ? "big" : "little");
	print_sanitized(stdout, f->image);
	printf(", build ID ");
	for (unsigned i = 0; i < f->build_id_length; i++)
		printf("%02x", f->build_id[i]);
	printf("%s\n  %" PRIu64 " %s started", f->build_id_length ? "" : "none", f->started,
	       f->address ? plural(f->started, "process", "processes")
			  : plural(f->started, "kernel or module", "kernels or modules"));
	if (f->copying)
		printf(", %" PRIu64 " of these to copy flags at the end, %" PRIu64 " did",
		       f->copying, f->copied);
	putchar('\n');
	printf("  %" PRIu64 " %s from 0x%" PRIx64 " on, %zu of them 1\n", f->n_flags,
	       plural(f->n_flags, "flag", "flags"), f->address, ones);
	print_ones(f, f->flags);
}

/* Prints the file of flags; nothing of it if it is bad. */
static int print_flags_files(const struct string_list *files)
{
	struct anycov_error err;
	struct flags_file f;

	for (size_t i = 0; i < files->n; i++) {
		if (flags_file_read(files->v[i], &f, &err))
			return input_error("%s", err.text);
		print_flags(&f);
		flags_file_free(&f);
	}
	return fflush(stdout) || ferror(stdout)
		       ? input_error("standard output: write error; the output is incomplete")
		       : EXIT_OK;
}

/* Returns how many files are files of flags. */
static size_t count_flags_files(const struct string_list *files)
{
	size_t n = 0;

	for (size_t i = 0; i < files->n; i++)
		n += is_recorded_flags(files->v[i]);
	return n;
}

int cmd_dump(int argc, char **argv)
{
	bool json = false, rawcover = false, dict = false;
	struct raw_args raw_args = { 0 };
	const struct arg table[] = {
		{ ARG_FLAG, 0, "json", NULL, &json, "print JSON" },
		{ ARG_FLAG, 0, "rawcover", NULL, &rawcover,
		  "print one address per line, for syzkaller" },
		{ ARG_FLAG, 0, "dict", NULL, &dict, "print a fuzzer dictionary from comparisons" },
		RAW_ARGS(&raw_args),
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	struct string_list files = { 0 };
	struct raw_format raw;
	int status = args_parse(&(struct args){ table, NULL, false }, argc, argv, &files, NULL);

	if (status < 0)
		status = raw_args_take(&raw_args, &raw, false);
	if (status < 0 && json + rawcover + dict > 1)
		status = usage_error("--json, --rawcover and --dict exclude each other");
	if (status < 0 && !files.n)
		status = usage_error("no dump given, for example: anycov dump anycov.dump");
	if (status < 0 && count_flags_files(&files)) {
		if (json || rawcover || dict || raw.word_bytes ||
		    count_flags_files(&files) != files.n)
			status = usage_error(
				"files of flags are printed as text, and without dumps");
		else
			status = print_flags_files(&files);
	}
	if (status < 0 && dict)
		status = print_dict(&files, &raw);
	if (status < 0)
		status = print_all(&files, &raw,
				   json       ? STYLE_JSON
				   : rawcover ? STYLE_RAWCOVER
					      : STYLE_TEXT);
	string_list_free(&files);
	return status;
}
