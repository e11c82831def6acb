/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/args.h"
#include "cmd/command.h"
#include "coverage/model/budget.h"
#include "coverage/model/flags_placed.h"
#include "output/output.h"

/* Sections of probes, in the order of the output. */
static const struct {
	int section;
	const char *name, *key; /* in the table, in JSON */
	unsigned bytes;         /* of an element that is shown as a number; 0: none is */
} parts[] = {
	{ ANYCOV_SECTION_GUARDS, "guards", "guards", 4 },
	{ ANYCOV_SECTION_COUNTERS, "counters", "counters", 1 },
	{ ANYCOV_SECTION_BOOLS, "bool flags", "bool_flags", 1 },
	{ ANYCOV_SECTION_PCS, "table of PCs", "pc_table", 0 },
	{ ANYCOV_SECTION_CFS, "table of control flow", "control_flow", 0 },
	{ ANYCOV_SECTION_GATE, "gate", "gate", 0 },
};
#define N_PARTS (sizeof(parts) / sizeof(*parts))

static uint64_t guards(const struct budget *b)
{
	const struct budget_bytes *s = &b->sections[ANYCOV_SECTION_GUARDS];

	return (s->ram > s->image ? s->ram : s->image) / 4;
}

/* As anycov_guard_bits() requires. */
static uint64_t guard_bits(const struct budget *b)
{
	const uint64_t bits = 8 * b->word_bytes;

	return (guards(b) + bits - 1) / bits * b->word_bytes;
}

static bool finds_unique(struct unique_memory *need, const struct budget *b, const char **why)
{
	*why = NULL;
	if (b->pcs_tail_calls)
		*why = "a hook that is tail-called records an address of its caller";
	else if (!unique_memory_find(need, &b->pcs))
		*why = b->pcs.addresses_known
			       ? "many addresses have the same place in the table"
			       : "it depends on addresses; give the linked image, with symbols";
	return !*why;
}

/* Returns whether the image's own buffer has room for all unique PCs, and a slot for each. */
static bool is_enough(const struct budget *b, uint64_t *records)
{
	const struct unique_memory own = unique_memory_of(b->buffer, b->word_bytes);

	*records = unique_memory_records(&own);
	return *records >= b->pcs.n && !b->pcs_tail_calls && unique_memory_has_slots(&own, &b->pcs);
}

static struct budget_bytes sum(const struct budget *b)
{
	struct budget_bytes all = b->flags_bytes;

	for (size_t i = 0; i < N_PARTS; i++) {
		all.ram += b->sections[parts[i].section].ram;
		all.image += b->sections[parts[i].section].image;
	}
	all.ram += b->data.ram + (b->buffer_is_data ? 0 : b->buffer);
	all.image += b->data.image + b->call_bytes + b->code + b->constants;
	return all;
}

/* A row of the table; a negative number leaves its column empty. */
static void row(const char *what, int64_t number, int64_t ram, int64_t image)
{
	const int64_t columns[] = { number, ram, image };

	printf("  %s", what);
	for (size_t i = 0, at = strlen(what), next = 40; i < 3; i++, next += 12)
		if (columns[i] >= 0)
			at += (size_t)printf("%*" PRId64, (int)(next - at), columns[i]);
	putchar('\n');
}

static void row_of(const char *what, int64_t number, struct budget_bytes b)
{
	row(what, number, (int64_t)b.ram, (int64_t)b.image);
}

static void print_image(const struct budget *b, const struct instrumented_image *m)
{
	printf("%-30s%12s%12s%12s\n", "in the image", "number", "RAM", "flash, file");
	row("probes", (int64_t)b->probes, -1, -1);
	if (b->functions_known)
		row("functions with probes", (int64_t)b->functions, -1, -1);
	if (b->flags || b->flags_bytes.ram)
		row_of("flags", (int64_t)b->flags, b->flags_bytes);
	for (size_t i = 0; i < N_PARTS; i++) {
		struct budget_bytes s = b->sections[parts[i].section];
		uint64_t bytes = s.ram > s.image ? s.ram : s.image;

		if (bytes)
			row_of(parts[i].name,
			       parts[i].bytes ? (int64_t)(bytes / parts[i].bytes) : -1, s);
	}
	if (b->calls)
		row("hook calls", (int64_t)b->calls, -1, m->exact ? (int64_t)b->call_bytes : -1);
	if (b->has_runtime) {
		row("runtime: code, at least", -1, -1, (int64_t)b->code);
		row("runtime: constants, at least", -1, -1, (int64_t)b->constants);
		row_of("runtime: data, at least", -1, b->data);
	}
	if (b->has_buffer)
		row(b->buffer_is_data ? "  of which the buffer" : "buffer", -1, (int64_t)b->buffer,
		    -1);
	row_of("sum, at least", -1, sum(b));
}

/* What the table does not show, and why. */
static void print_left_out(const struct budget *b, const struct instrumented_image *m)
{
	if (b->not_loaded)
		printf("  The map is %" PRIu64 " bytes of the file that are not loaded.\n",
		       b->not_loaded);
	if (!b->functions_known)
		puts("  Functions with probes are not known: symbols are missing.");
	if (b->calls && !m->exact)
		puts("  Bytes of hook calls are not known: no direct call of a hook was found "
		     "(stripped,\n  -mlong-calls, or an unsupported machine).");
	if (b->tail_calls)
		printf("  Without %" PRIu64 " %s of hooks, which need no code of their own.\n",
		       b->tail_calls, plural(b->tail_calls, "tail call", "tail calls"));
	if (!b->has_symbols)
		puts("  The runtime is not known: the image has no symbols of it.");
	else if (b->has_runtime)
		puts("  The runtime is what has a name of anycov: its local functions are not "
		     "counted.");
	if (b->has_runtime && b->without_size)
		printf("  %" PRIu64 " %s of it without a size %s not counted.\n", b->without_size,
		       plural(b->without_size, "symbol", "symbols"),
		       plural(b->without_size, "is", "are"));
	puts("  Other code of probes is not known: compare 'size' of a build without them.");
	if (guards(b) && !b->sections[ANYCOV_SECTION_GUARDS].image)
		puts("  Guards take no RAM if the linker places them at addresses without "
		     "memory.");
}

/* Whether the buffer of the image is enough, as far as that is known. */
static void print_buffer(const struct budget *b)
{
	uint64_t records;

	if ((b->has_buffer || b->gives_buffers) && !b->has_unique_modes)
		puts("  The runtime of the image has no unique modes: link that of 'anycov flags "
		     "--full'.");
	else if (b->gives_buffers)
		puts("  The program gives buffers at run time, whose sizes the file does not show: "
		     "give\n  anycov_buffer() or anycov_task_start() what the table has.");
	else if (!b->has_buffer)
		return;
	else if (is_enough(b, &records))
		printf("  The buffer of the image is enough for unique PCs: it holds %" PRIu64
		       ".\n",
		       records);
	else if (records < b->pcs.n)
		printf("  The buffer of the image is too small for unique PCs: it holds %" PRIu64
		       " of %zu.\n",
		       records, b->pcs.n);
	else
		printf("  The buffer of the image, %" PRIu64 " bytes, holds %" PRIu64
		       " unique PCs, but its table may\n  lack a slot for some, which are "
		       "then recorded again.\n",
		       b->buffer, records);
}

static void print_unique(const struct budget *b)
{
	struct unique_memory need;
	const char *why;
	const bool known = finds_unique(&need, b, &why);

	if (known)
		row("unique PCs", (int64_t)b->pcs.n, (int64_t)need.bytes, -1);
	else
		row("unique PCs", (int64_t)b->pcs.n, -1, -1);
	if (known)
		printf("    %" PRIu64 " words of %u bytes, and %" PRIu64 " bytes for their table.  "
		       "A block that interrupt\n    handlers execute, too, may be recorded "
		       "twice.\n",
		       need.words, b->word_bytes, need.table_bytes);
	else
		printf("    The memory is not known: %s.\n", why);
	printf("  traces: %u bytes for each hook call that is executed; no size is enough for "
	       "every run\n",
	       b->word_bytes);
	print_buffer(b);
}

static void print_needs(const struct budget *b)
{
	if (!b->calls)
		return;
	printf("%-30s%12s%12s\n", "a recording without losses", "number", "RAM");
	if (guards(b))
		row("guards as bits (firmware)", (int64_t)guards(b), (int64_t)guard_bits(b), -1);
	if (b->pcs.n)
		print_unique(b);
	if (b->calls > b->pcs.n)
		puts("  comparisons, unique edges: it depends on the run");
	else
		puts("  unique edges: it depends on the run");
}

static json_t *bytes_json(struct budget_bytes b)
{
	return json_pack("{sIsI}", "ram", (json_int_t)b.ram, "image", (json_int_t)b.image);
}

static json_t *calls_json(const struct budget *b, const struct instrumented_image *m)
{
	json_t *j = json_object(), *hooks = json_array();

	json_object_set_new(j, "number", json_integer((json_int_t)b->calls));
	json_object_set_new(j, "bytes",
			    m->exact ? json_integer((json_int_t)b->call_bytes) : json_null());
	json_object_set_new(j, "tail_calls",
			    m->exact ? json_integer((json_int_t)b->tail_calls) : json_null());
	for (size_t i = 0; i < ANYCOV_N_HOOKS; i++)
		if (b->calls_of[i])
			json_array_append_new(hooks, json_pack("{sssIsI}", "hook",
							       anycov_hook_table[i].symbol, "calls",
							       (json_int_t)b->calls_of[i], "bytes",
							       (json_int_t)b->bytes_of[i]));
	json_object_set_new(j, "hooks", hooks);
	return j;
}

static json_t *runtime_json(const struct budget *b)
{
	if (!b->has_symbols)
		return json_null();
	return json_pack("{sIsIsosI}", "code", (json_int_t)b->code, "constants",
			 (json_int_t)b->constants, "data", bytes_json(b->data),
			 "symbols_without_size", (json_int_t)b->without_size);
}

static json_t *unique_json(const struct budget *b)
{
	struct unique_memory need;
	uint64_t records;
	const char *why;
	json_t *j = json_object();

	json_object_set_new(j, "records", json_integer((json_int_t)b->pcs.n));
	if (finds_unique(&need, b, &why)) {
		json_object_set_new(j, "bytes", json_integer((json_int_t)need.bytes));
		json_object_set_new(j, "words", json_integer((json_int_t)need.words));
		json_object_set_new(j, "table_bytes", json_integer((json_int_t)need.table_bytes));
	} else {
		json_object_set_new(j, "bytes", json_null());
		json_object_set_new(j, "reason", json_string(why));
	}
	if (b->has_buffer || b->gives_buffers)
		json_object_set_new(j, "runtime_has_mode", json_boolean(b->has_unique_modes));
	if (b->gives_buffers)
		json_object_set_new(j, "buffer_at_run_time", json_true());
	if (b->has_buffer && b->has_unique_modes && !b->gives_buffers) {
		bool enough = is_enough(b, &records);

		json_object_set_new(j, "buffer_records", json_integer((json_int_t)records));
		json_object_set_new(j, "buffer_is_enough", json_boolean(enough));
	}
	return j;
}

static void print_json(const struct budget *b, const struct instrumented_image *m)
{
	json_t *j = json_object(), *image = json_object(), *needs = json_object();

	json_object_set_new(j, "schema", json_string("anycov-budget-1"));
	json_object_set_new(j, "word_bytes", json_integer(b->word_bytes));
	json_object_set_new(image, "probes", json_integer((json_int_t)b->probes));
	json_object_set_new(image, "functions",
			    b->functions_known ? json_integer((json_int_t)b->functions)
					       : json_null());
	json_object_set_new(image, "flags",
			    json_pack("{sIsIsI}", "number", (json_int_t)b->flags, "ram",
				      (json_int_t)b->flags_bytes.ram, "image",
				      (json_int_t)b->flags_bytes.image));
	for (size_t i = 0; i < N_PARTS; i++)
		json_object_set_new(image, parts[i].key, bytes_json(b->sections[parts[i].section]));
	json_object_set_new(image, "calls", calls_json(b, m));
	json_object_set_new(image, "runtime", runtime_json(b));
	json_object_set_new(image, "buffer",
			    b->has_buffer ? json_integer((json_int_t)b->buffer) : json_null());
	json_object_set_new(image, "sum", bytes_json(sum(b)));
	json_object_set_new(image, "not_loaded", json_integer((json_int_t)b->not_loaded));
	json_object_set_new(j, "image", image);
	if (guards(b))
		json_object_set_new(needs, "guard_bits", json_integer((json_int_t)guard_bits(b)));
	if (b->pcs.n) {
		json_object_set_new(needs, "unique_pcs", unique_json(b));
		json_object_set_new(needs, "trace_bytes_per_call", json_integer(b->word_bytes));
	}
	json_object_set_new(j, "needs", needs);
	json_dumpf(j, stdout, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
	putchar('\n');
	json_decref(j);
}

static int budget(const char *path, bool json)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);
	struct budget b;
	int status = EXIT_OK;

	if (!m)
		return input_error("%s", err.text);
	if (!count_probes(m)) {
		status = no_probes_error(m, path);
		instrumented_image_close(m);
		return status;
	}
	warn_of_lost_probes(m);
	budget_fill(&b, m);
	if (json) {
		print_json(&b, m);
	} else {
		print_image(&b, m);
		print_left_out(&b, m);
		print_needs(&b);
	}
	if (fflush(stdout) || ferror(stdout))
		status = input_error("standard output: write error; the output is incomplete");
	if (m->problems.n)
		warn("%s: %zu %s between map and code; 'anycov sites' lists them", path,
		     m->problems.n, plural(m->problems.n, "difference", "differences"));
	if (flags_check_placed(m, &err))
		status = input_error("%s", err.text);
	budget_free(&b);
	instrumented_image_close(m);
	return status;
}

int cmd_budget(int argc, char **argv)
{
	bool json = false;
	const struct arg table[] = {
		{ ARG_FLAG, 0, "json", NULL, &json, "print JSON" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"ELF is an executable, a shared library, a kernel, a kernel module or an object.\n"
		"Prints what coverage takes in it, in bytes, and how much memory a recording\n"
		"needs so that none of it is lost.  What the file does not show is left out.  The "
		"exit\n"
		"status is 1 if the linker script drops flags of firmware, or does not place "
		"them.\n";
	struct string_list files = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &files, NULL);

	if (status < 0 && files.n != 1)
		status = usage_error("give one ELF file, for example: anycov budget firmware.elf");
	if (status < 0)
		status = budget(files.v[0], json);
	string_list_free(&files);
	return status;
}
