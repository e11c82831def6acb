/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which tests reach a line, function, file or change, and which are redundant. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cmd/args.h"
#include "cmd/command.h"
#include "cmd/options_file.h"
#include "cmd/select_args.h"
#include "cmd/show_args.h"
#include "cmd/source_map_args.h"
#include "coverage/history/never_ran.h"
#include "coverage/history/changes.h"
#include "coverage/match/find_image.h"
#include "coverage/model/merge_images.h"
#include "coverage/history/tests.h"
#include "dump/inputs.h"
#include "output/out_tests.h"

struct tests_options {
	struct string_list images, image_path, sources, builds;
	struct string_list places, names; /* FILE:LINE; functions and files */
	const char *changes, *output;
	bool json, only_names, redundant, needed, complete, allow_incomplete, no_build, no_config;
	struct selection *selection;
};

/* The coverage of each image: those of recordings, then what was built and did not run. */
struct parts {
	struct coverage **v; /* NULL: left out */
	size_t n, n_recorded;
	struct coverage **used; /* those that all was made of */
	size_t n_used;
	struct coverage *all;
};

struct answers {
	struct tests_query *v;
	size_t n, room;
};

static struct tests_query *add_query(struct answers *a, const struct coverage *c, const char *word)
{
	struct tests_query *q;

	ARRAY_GROW(a->v, a->n, a->room);
	q = &a->v[a->n++];
	*q = (struct tests_query){
		.word = word,
		.lines = { xcalloc(c->n_lines / 64 + 1, 8), c->n_lines / 64 + 1 },
		.functions = { xcalloc(c->n_functions / 64 + 1, 8), c->n_functions / 64 + 1 },
		.state = STATE_NONE,
	};
	return q;
}

static void ask_line(struct tests_query *q, const struct coverage *c, size_t line)
{
	const struct cov_line *l = &c->lines[line];
	uint8_t state = (uint8_t)q->state, reason = (uint8_t)q->reason;

	q->lines.words[line / 64] |= (uint64_t)1 << line % 64;
	state_improve(&state, &reason, l->state, l->reason);
	q->state = state;
	q->reason = reason;
}

static void ask_file(struct tests_query *q, const struct coverage *c, uint32_t file)
{
	for (size_t i = c->files[file].first; i < c->files[file].first + c->files[file].n; i++)
		ask_line(q, c, i);
}

/* Splits "FILE:LINE" or "FILE:FIRST-LAST"; returns the length of FILE, or 0. */
static size_t split_place(const char *word, uint32_t *first, uint32_t *last)
{
	const char *colon = strrchr(word, ':');
	char *end;
	unsigned long a, b;

	if (!colon || colon == word || !(colon[1] >= '0' && colon[1] <= '9'))
		return 0;
	a = b = strtoul(colon + 1, &end, 10);
	if (*end == '-' && end[1] >= '0' && end[1] <= '9')
		b = strtoul(end + 1, &end, 10);
	if (*end || a > UINT32_MAX || b > UINT32_MAX)
		return 0;
	*first = (uint32_t)a;
	*last = (uint32_t)b;
	return (size_t)(colon - word);
}

/* Moves the words that are FILE:LINE out of the operands. */
static void take_places(struct string_list *operands, struct string_list *places)
{
	size_t kept = 0;
	uint32_t first, last;

	for (size_t i = 0; i < operands->n; i++) {
		if (split_place(operands->v[i], &first, &last) && access(operands->v[i], F_OK))
			string_list_add_owned(places, operands->v[i]);
		else
			operands->v[kept++] = operands->v[i];
	}
	if (operands->n)
		operands->v[kept] = NULL;
	operands->n = kept;
}

static int ask_place(struct answers *a, const struct tests_options *o, const struct coverage *c,
		     const char *word)
{
	uint32_t first, last;
	char *name = xstrndup(word, split_place(word, &first, &last));
	struct tests_query *q = add_query(a, c, word);
	bool has_file = false;

	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *f = &c->files[i];

		if (!f->n || !selection_file_matches(o->selection, name, f))
			continue;
		has_file = true;
		for (size_t k = f->first; k < f->first + f->n; k++)
			if (c->lines[k].line >= first && c->lines[k].line <= last)
				ask_line(q, c, k);
	}
	free(name);
	if (!has_file)
		return input_error("%s: no such source file in the report; 'anycov report' lists "
				   "them",
				   word);
	if (q->state == STATE_NONE)
		return input_error("%s: has no code", word);
	return EXIT_OK;
}

static void ask_functions(struct tests_query *q, const struct coverage *c, const char *word,
			  bool own)
{
	uint8_t state = STATE_NONE, reason = 0;

	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *f = &c->functions[i];

		if (!function_means(word, f->name, f->display_name, own))
			continue;
		q->functions.words[i / 64] |= (uint64_t)1 << i % 64;
		state_improve(&state, &reason, f->state, f->reason);
	}
	q->state = state;
	q->reason = reason;
}

static int ask_name(struct answers *a, const struct tests_options *o, const struct coverage *c,
		    const char *word)
{
	struct tests_query *q = add_query(a, c, word);

	for (uint32_t i = 0; i < c->n_files; i++)
		if (c->files[i].n && selection_file_matches(o->selection, word, &c->files[i]))
			ask_file(q, c, i);
	if (q->state != STATE_NONE)
		return EXIT_OK;
	q->is_function = true;
	ask_functions(q, c, word, false);
	if (q->state == STATE_NONE)
		ask_functions(q, c, word, true);
	return q->state == STATE_NONE ? reject_name(c, word) : EXIT_OK;
}

/*
 * Returns whether tests of a changed path can be found.  What was built and is in no recording may
 * be newer than these: any test may reach it.
 */
static bool ask_changed(struct tests_query *q, const struct changes *ch, const struct parts *p,
			const char *path)
{
	uint32_t file = path ? changes_find_file(ch, p->all, path) : MAP_NONE;
	bool is_recorded = false;

	if (file == MAP_NONE)
		return false;
	for (size_t i = 0; i < p->n_recorded && !is_recorded; i++)
		is_recorded = changes_find_file(ch, p->v[i], path) != MAP_NONE;
	ask_file(q, p->all, file);
	return is_recorded;
}

static int ask_changes(struct answers *a, const struct tests_options *o, const struct parts *p)
{
	struct tests_query *q;
	struct anycov_error err;
	struct changes ch = { 0 };
	int status = EXIT_OK;

	if (!o->changes)
		return EXIT_OK;
	if (changes_read(&ch, o->changes, &err)) {
		changes_free(&ch);
		return input_error("%s", err.text);
	}
	q = add_query(a, p->all, o->changes);
	for (size_t i = 0; i < ch.n; i++) {
		const struct changed_file *f = &ch.files[i];
		bool is_known = ask_changed(q, &ch, p, f->path);

		if (f->old_path && strcmp(f->old_path, f->path))
			is_known |= ask_changed(q, &ch, p, f->old_path);
		if (is_known || !f->is_source)
			continue;
		warn("%s: changed, and no code of it was recorded: any test may need it", f->path);
		status = EXIT_INCOMPLETE;
	}
	for (size_t i = 0; i < ch.removed.n; i++) {
		if (ask_changed(q, &ch, p, ch.removed.v[i]) || !is_source_name(ch.removed.v[i]))
			continue;
		warn("%s: removed, and no code of it was recorded: any test may need it",
		     ch.removed.v[i]);
		status = EXIT_INCOMPLETE;
	}
	changes_free(&ch);
	return status;
}

static int write_answers(const struct tests_options *o, const struct tests *t,
			 const struct answers *a, const struct match_result *r)
{
	const enum tests_choice choice = o->redundant ? TESTS_REDUNDANT
					 : o->needed  ? TESTS_NEEDED
						      : TESTS_ALL;
	struct anycov_error err;
	struct out_file out;

	if (out_open(&out, o->output, &err))
		return input_error("%s", err.text);
	if (o->json)
		out_tests_json(out.f, t, a->v, a->n);
	else if (o->only_names)
		out_tests_names(out.f, t, a->v, a->n, choice);
	else if (!a->n)
		out_tests(out.f, t, choice, r->n_never_ran);
	for (size_t i = 0; i < a->n && !o->json && !o->only_names; i++) {
		if (o->changes && i + 1 == a->n)
			out_tests_change(out.f, t, &a->v[i]);
		else
			out_tests_query(out.f, t, &a->v[i]);
	}
	return out_commit(&out, &err) ? input_error("%s", err.text) : EXIT_OK;
}

static int answer(const struct tests_options *o, const struct tests *t, const struct parts *p,
		  const struct match_result *r)
{
	struct answers a = { 0 };
	int status = EXIT_OK, of_changes = EXIT_OK;

	for (size_t i = 0; i < o->places.n && status == EXIT_OK; i++)
		status = ask_place(&a, o, t->all, o->places.v[i]);
	for (size_t i = 0; i < o->names.n && status == EXIT_OK; i++)
		status = ask_name(&a, o, t->all, o->names.v[i]);
	if (status == EXIT_OK)
		of_changes = ask_changes(&a, o, p);
	if (status == EXIT_OK && of_changes != EXIT_BAD_DATA)
		status = write_answers(o, t, &a, r);
	for (size_t i = 0; i < a.n; i++) {
		free(a.v[i].lines.words);
		free(a.v[i].functions.words);
	}
	free(a.v);
	return status != EXIT_OK ? status : of_changes;
}

/* Returns whether an image was compiled from another text of a source than a recorded one. */
static bool is_of_changed_source(const struct coverage *c, const struct u64_map *recorded)
{
	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *f = &c->files[i];
		const uint64_t *at = u64_map_find(
			recorded, fnv1a_update(FNV1A_OFFSET, f->full, strlen(f->full)));

		if (at && f->contents.known && f->contents.hash != *at)
			return true;
	}
	return false;
}

/*
 * Leaves out what was built of sources as they are now, where recordings are of what they were: a
 * line or function is asked for to find the tests that reached it.
 */
static void leave_out_newer(struct parts *p)
{
	struct u64_map recorded = { 0 }; /* hash of a path -> hash of the contents */

	for (size_t i = 0; i < p->n_recorded; i++)
		for (size_t k = 0; k < p->v[i]->n_files; k++) {
			const struct cov_file *f = &p->v[i]->files[k];

			if (f->contents.known)
				*u64_map_get_or_add(&recorded, fnv1a_update(FNV1A_OFFSET, f->full,
									    strlen(f->full))) =
					f->contents.hash;
		}
	for (size_t i = p->n_recorded; i < p->n; i++) {
		if (!is_of_changed_source(p->v[i], &recorded))
			continue;
		coverage_free(p->v[i]);
		p->v[i] = NULL;
	}
	u64_map_free(&recorded);
}

static void merge_parts(struct parts *p, const struct tests_options *o)
{
	p->used = xcalloc(p->n, sizeof(struct coverage *));
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i])
			p->used[p->n_used++] = p->v[i];
	p->all = p->n_used > 1 ? merge_images(p->used, p->n_used, &o->sources, o->selection)
			       : p->used[0];
}

static int tests_of(const struct tests_options *o, const struct input_options *in_options,
		    struct match_result *r, const struct inputs *in, size_t n_recorded)
{
	struct parts p = { .n = r->n_images, .n_recorded = n_recorded };
	struct tests t = { 0 };
	bool lost = r->skipped || r->unlinked || r->skipped_built;
	int status;

	if (o->complete)
		warn_of_needless_complete(r->images, r->n_images);
	p.v = xcalloc(p.n, sizeof(struct coverage *));
	for (size_t i = 0; i < p.n; i++) {
		const struct recording e = recording_of(r->images[i], o->complete);

		p.v[i] = coverage_make(r->images[i], &e, &o->sources, o->selection);
		lost = lost || coverage_lost(p.v[i]);
	}
	if (o->changes || o->places.n || o->names.n)
		leave_out_newer(&p);
	merge_parts(&p, o);
	tests_read(&t, r, in, in_options, p.v, p.all, o->complete);
	status = answer(o, &t, &p, r);
	for (size_t i = 0; i < t.n; i++)
		lost = lost || t.v[i].lost;
	if (status == EXIT_OK && lost && !o->allow_incomplete)
		status = EXIT_INCOMPLETE;
	tests_free(&t);
	if (p.n_used > 1)
		coverage_free(p.all);
	for (size_t i = 0; i < p.n; i++)
		coverage_free(p.v[i]);
	free(p.v);
	free(p.used);
	return status;
}

/* Adds what was built and did not run, as a report of the same directory does. */
static int add_built(const struct tests_options *o, struct match_result *r, const struct inputs *in)
{
	const struct built_options built = { &o->builds, &in->unlinked };
	bool whole = in->has_directory && inputs_have_flags(in) && !o->images.n;

	if (o->no_build || (!whole && !o->builds.n))
		return EXIT_OK;
	return built_add(r, &built);
}

static int read_tests(const struct tests_options *o, const struct string_list *files)
{
	const struct input_options in_options = { .directories = &o->image_path,
						  .no_build = o->no_build };
	struct match_result r = { 0 };
	struct inputs in = { 0 };
	struct anycov_error err;
	size_t n_recorded;
	int status = inputs_add_all(&in, files);

	if (status == EXIT_OK && !in.tests.n)
		status = input_error(NO_NAMED_TEST);
	for (size_t i = 0; i < o->images.n && status == EXIT_OK; i++) {
		struct instrumented_image *m = instrumented_image_open(o->images.v[i], &err);

		if (m)
			add_image(&r, m);
		else
			status = input_error("%s", err.text);
	}
	if (status == EXIT_OK)
		status = read_inputs(&r, &in, &in_options);
	progress_end();
	if (status == EXIT_OK && !r.n_images)
		status = input_error("no image was found; name it with --image");
	n_recorded = r.n_images;
	if (status == EXIT_OK)
		status = add_built(o, &r, &in);
	progress_end();
	if (status == EXIT_OK)
		status = tests_of(o, &in_options, &r, &in, n_recorded);
	match_free(&r);
	inputs_free(&in);
	return status;
}

static int check_options(const struct tests_options *o)
{
	if (o->json + o->only_names > 1)
		return usage_error("--json and --names each decide what is printed; give one");
	if (o->redundant && o->needed)
		return usage_error("--redundant and --needed choose different tests; give one");
	if ((o->redundant || o->needed) && (o->changes || o->places.n || o->names.n))
		return usage_error("--redundant and --needed are about all tests; give no line, "
				   "function, file or --changes");
	return -1;
}

/* Options that decide what a report contains, which .anycov may have. */
#define REPORT_ARGS(o, selection)                                                                  \
	{ ARG_WORDS, 0,           "image",                                                         \
	  "ELF",     &(o).images, "instrumented ELF file; repeat for shared libraries" },          \
		{ ARG_WORDS,       0,                                                              \
		  "image-path",    "DIR",                                                          \
		  &(o).image_path, "search images in DIR, too; may be repeated" },                 \
		{ ARG_WORDS,                                                                       \
		  0,                                                                               \
		  "build",                                                                         \
		  "DIR",                                                                           \
		  &(o).builds,                                                                     \
		  "build tree with the list of what 'anycov cc' made there\n"                      \
		  "(default: found from the current directory); may be repeated" },                \
		{ ARG_FLAG,      0,                                                                \
		  "no-build",    NULL,                                                             \
		  &(o).no_build, "count only what is in images that ran" },                        \
		SOURCE_MAP_ARG(&(o).sources), SELECT_ARGS(selection),                              \
		{ ARG_FLAG,                                                                        \
		  0,                                                                               \
		  "complete|assume-returned",                                                      \
		  NULL,                                                                            \
		  &(o).complete,                                                                   \
		  "traces: assume that all recorded calls returned" },                             \
	{                                                                                          \
		ARG_FLAG, 0, "allow-incomplete", NULL, &(o).allow_incomplete,                      \
			"exit 0 even if records were lost or files were skipped"                   \
	}

int cmd_tests(int argc, char **argv)
{
	struct selection selection = { 0 };
	struct tests_options o = { .selection = &selection };
	struct options_file config = { 0 };
	const struct arg table[] = {
		{ ARG_TEXT, 0, "changes", "REF", &o.changes,
		  "tests that reach files that changed since the branch left\n"
		  "REF, as git diff shows them" },
		{ ARG_FLAG, 0, "redundant", NULL, &o.redundant,
		  "tests that reach nothing that the others do not" },
		{ ARG_FLAG, 0, "needed", NULL, &o.needed, "tests that are not redundant" },
		{ ARG_FLAG, 0, "names", NULL, &o.only_names, "print only names, one a line" },
		{ ARG_FLAG, 0, "json", NULL, &o.json, "print JSON" },
		{ ARG_TEXT, 'o', "output", "FILE", &o.output, "write the list to FILE" },
		REPORT_ARGS(o, &selection),
		{ ARG_FLAG, 0, "no-config", NULL, &o.no_config, "read no options from .anycov" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	const struct arg of_report[] = {
		REPORT_ARGS(o, &selection),
		{ ARG_OTHERS, 0, "", NULL, NULL, NULL },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	const struct args in_file = { of_report, NULL, false };
	static const char details[] =
		"Which tests reach FILE:LINE, FILE:FIRST-LAST, FILE or FUNCTION; without one, all\n"
		"tests, with the lines that each one covers, the lines that it covers alone, and\n"
		"the blocks that it adds to the tests above it.  A redundant test adds none.  DIR\n"
		"is a directory of 'anycov run --test NAME' (default: anycov-data).\n"
		"Exit status 3: records were lost, or no code of a changed source was recorded.\n";
	struct string_list files = { 0 };
	int status = options_file_unwanted(argc, argv) ? -1 : options_file_parse(&config, &in_file);

	if (status < 0)
		status = args_parse(&(struct args){ table, details, false }, argc, argv, &files,
				    NULL);
	if (status < 0) {
		take_places(&files, &o.places);
		status = take_names(&files, &o.names);
	}
	if (status < 0)
		status = check_options(&o);
	if (status < 0)
		status = source_map_check(&o.sources);
	if (status < 0 && !files.n)
		status = add_default_directory(&files, &o.names,
					       "run the tests with 'anycov run --test NAME'");
	if (status < 0)
		status = selection_begin(&selection, config.dir);
	if (status < 0)
		status = read_tests(&o, &files);
	selection_free(&selection);
	options_file_free(&config);
	string_list_free(&o.images);
	string_list_free(&o.builds);
	string_list_free(&o.image_path);
	string_list_free(&o.sources);
	string_list_free(&o.places);
	string_list_free(&o.names);
	string_list_free(&files);
	return status;
}
