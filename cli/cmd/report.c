/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <unistd.h>
#include "coverage/history/never_ran.h"
#include "coverage/match/find_image.h"
#include "coverage/match/log_hits.h"
#include "coverage/match/memories.h"
#include "coverage/match/read_inputs.h"
#include "coverage/mcdc/mcdc.h"
#include "coverage/model/code_ranges.h"
#include "coverage/model/source_text.h"
#include "image/image_index.h"
#include "coverage/history/tests.h"
#include "output/output.h"
#include "cmd/source_map_args.h"
#include "cmd/options_file.h"
#include "cmd/output_args.h"
#include "cmd/select_args.h"
#include "cmd/show_args.h"
#include "cmd/thresholds.h"
#include "cmd/baseline_args.h"
#include "cmd/changes_args.h"
#include "cmd/command.h"
#include "cmd/covered.h"
#include "cmd/load_options.h"
#include "cmd/raw_args.h"

struct report_options {
	struct string_list images, image_path, memories, logs, sources, builds;
	struct load_options load_options;
	const char *offset_word;
	struct load_offset offset;
	struct output_args outputs;
	const char *html, *sancov, *output, *context;
	char *command; /* as it was given */
	bool json, cmp, edges, strict, complete, force, allow_incomplete, no_config, summary, quiet;
	bool blame, tests, no_build, mcdc, each_image, functions, all;
	struct baseline_args baseline;
	struct raw_args raw;
	struct selection *selection;
	struct thresholds thresholds;
	struct changes_args changes;
	struct string_list names; /* of sources and functions */
};

/* Returns whether any probe has a line; a linked runtime may have lines without probes. */
static bool any_line(const struct instrumented_image *m)
{
	for (size_t i = 0; i < m->n_probes; i++)
		if (image_line_of(m->img, m->probes[i].return_address - 1).file)
			return true;
	return false;
}

/* Returns whether a symbol names the function of any probe. */
static bool any_name(const struct instrumented_image *m)
{
	for (size_t i = 0; i < m->n_probes; i++)
		if (image_symbol_at(m->img, m->probes[i].return_address - 1))
			return true;
	return false;
}

/*
 * strip leaves probes without their functions in the map.  Separate debug information
 * and symbols are more useful than these.
 */
static void drop_stripped_map(struct instrumented_image *m)
{
	if (!m->map || m->map->n_functions)
		return;
	string_list_free(&m->problems);
	if (m->exact && (any_line(m) || any_name(m))) {
		map_free(m->map);
		m->map = NULL;
	}
}

/* Opens the images first: report a wrong one before reading dumps for minutes. */
static int open_images(struct match_result *r, const struct string_list *images, bool by_lines)
{
	struct anycov_error err;

	for (size_t i = 0; i < images->n; i++) {
		struct instrumented_image *m = instrumented_image_open(images->v[i], &err);

		if (!m)
			return input_error("%s", err.text);
		if (by_lines)
			use_code_ranges(m);
		drop_stripped_map(m);
		add_image(r, m);
		if (by_lines && !m->n_probes)
			return input_error(NO_LINES, images->v[i]);
		if (!m->map && !m->exact)
			return input_error(
				"%s: no map, and machine code of an unsupported machine (ELF "
				"machine %u); build it with 'anycov flags'",
				images->v[i], m->img->machine);
		if (!count_probes(m))
			return no_probes_error(m, images->v[i]);
		if (!m->map && !any_line(m) && !any_name(m))
			return input_error(NO_DEBUG_INFO, images->v[i]);
	}
	return EXIT_OK;
}

/* Writes a .sancov file, whose format has one image. */
static int write_sancov(const char *path, const struct coverage *c, struct selection *selection)
{
	struct anycov_error err;
	struct out_file out;

	if (c->parts)
		return usage_error("--sancov supports only one --image");
	if (!c->instrumented->n_probes)
		return input_error(
			"%s: flags have no addresses of code, which .sancov files consist "
			"of; use --lcov or --json",
			c->image);
	if (out_open(&out, path, &err))
		return input_error("%s", err.text);
	out_sancov(out.f, c, selection);
	return out_commit(&out, &err) ? input_error("%s", err.text) : EXIT_OK;
}

/* Names a source whose lines are not marked, since they cannot be followed. */
static void warn_of_unfollowed(const struct line_marks *marks)
{
	const size_t others = marks->n_unfollowed - 1;

	warn("%s%s: lines are not compared to the baseline, whose text of the source is not there; "
	     "give a report of --json whose commit is in this repository, or --baseline-commit",
	     marks->example, others ? " and other sources" : "");
}

static int write_pages(const struct report_options *o, const struct match_result *r,
		       const struct coverage *c, const struct changes *changes)
{
	char *commit = changes_head();
	struct line_marks marks = { 0 };
	struct blame blame = { 0 };
	const struct html_origin origin = { .command = o->command,
					    .commit = commit,
					    .changes = o->changes.ref ? changes : NULL,
					    .marks = c->baseline ? &marks : NULL,
					    .blame = o->blame ? &blame : NULL };
	struct anycov_error err;
	int status = o->blame ? blame_read(&blame, c, &err) : 0;

	if (c->baseline)
		line_marks_make(&marks, c);
	if (marks.n_unfollowed)
		warn_of_unfollowed(&marks);
	if (!status)
		status = out_html(o->html, c, r, &origin, &err);
	line_marks_free(&marks);
	blame_free(&blame);
	free(commit);
	return status ? input_error("%s", err.text) : EXIT_OK;
}

/* Writes the outputs that need records of PCs. */
static int write_files(const struct report_options *o, const struct match_result *r,
		       struct coverage *c, const struct changes *changes)
{
	const char *any = output_args_any(&o->outputs);
	const char *name = any ? any : o->html ? o->html : o->sancov;
	int status = EXIT_OK;

	if (name && !c)
		return input_error(
			"%s: the dumps contain only comparisons, no coverage; record with "
			"--mode pc",
			name);
	if (c)
		status = output_args_write(&o->outputs, c);
	if (o->sancov && status == EXIT_OK)
		status = write_sancov(o->sancov, c, o->selection);
	if (c && status == EXIT_OK)
		status = changes_write_files(&o->changes, changes, c);
	if (o->html && status == EXIT_OK)
		status = write_pages(o, r, c, changes);
	return status;
}

/* Names what is unknown, of which the format has no word. */
static void warn_of_unknown(const struct coverage *c)
{
	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		char *sentence = coverage_unknown_sentence(c, r);

		if (sentence)
			warn("%s", sentence);
		free(sentence);
	}
}

static bool is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

/* Checks that something was selected, and names what nothing matched. */
static int check_selection(const struct selection *s, const struct coverage *all)
{
	char *unused = selection_unused(s), *left_out = unselected_text(&all->unselected);
	int status = EXIT_OK;

	if (!all->n_lines && !all->n_functions && left_out && unused)
		status = input_error("nothing to report: %s left out; %s matches nothing, patterns "
				     "match the paths and names that the report shows",
				     left_out, unused);
	else if (!all->n_lines && !all->n_functions && left_out)
		status = input_error("nothing to report: %s left out; see --include, --exclude, "
				     "--function, --no-markers",
				     left_out);
	else if (unused)
		warn("%s: matches nothing; patterns match the paths and names that the report "
		     "shows",
		     unused);
	free(unused);
	free(left_out);
	return status;
}

/* Prints which page to open. */
static void print_pages(FILE *f, const char *directory)
{
	fputs("Pages: ", f);
	print_sanitized(f, directory);
	fprintf(f, "%sindex.html\n", ends_with(directory, "/") ? "" : "/");
}

static int write_json(FILE *f, const struct report_options *o, struct covered *x)
{
	char *commit = changes_head();
	const struct json_images images = { .v = x->v,
					    .n = x->n,
					    .each = o->each_image,
					    .commit = commit,
					    .whole = covered_whole,
					    .free_whole = covered_free_whole,
					    .context = x };
	int status = out_json(f, &images, x->all && x->all->parts ? x->all : NULL, x->r, o->cmp,
			      o->edges);

	free(commit);
	return status;
}

static int write_report(const struct report_options *o, struct covered *x,
			const struct changes *changes)
{
	const struct coverage *c = x->all;
	struct match_result *r = x->r;
	struct text_style style = { .functions = o->functions, .edges = o->edges };
	struct anycov_error err;
	struct out_file out;

	/* Another format on standard output replaces the text report. */
	if (!o->output && o->quiet)
		return EXIT_OK;
	if (!o->output && (output_args_print(&o->outputs) || is_stdout(o->sancov))) {
		warn_of_unknown(c);
		return EXIT_OK;
	}
	if (c && o->names.n)
		return show_names(&o->names, c, o->selection, o->output);
	if (out_open(&out, o->output, &err))
		return input_error("%s", err.text);
	progress_end();
	style.colour = out.f == stdout && isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	style.width = out_text_width(out.f);
	style.rows = o->all || out.f != stdout ? 0 : out_text_rows(out.f);
	if (o->json) {
		if (write_json(out.f, o, x)) {
			out_discard(&out);
			return EXIT_FAILURE;
		}
	} else if (c && o->changes.ref) {
		changes_write(out.f, &o->changes, changes, c);
	} else if (c && o->summary) {
		out_summary(out.f, c);
	} else {
		out_text_lost(out.f, c, r);
		if (c)
			out_text(out.f, c, &style);
		else
			fputs("The dumps contain only comparisons, no coverage; record with --mode "
			      "pc\n",
			      out.f);
		if (o->cmp)
			out_text_cmps(out.f, r);
		out_text_input(out.f, r);
		if (c) {
			out_text_selection(out.f, c);
			out_text_total(out.f, c, &style);
		}
		if (o->html)
			print_pages(out.f, o->html);
	}
	return out_commit(&out, &err) ? input_error("%s", err.text) : EXIT_OK;
}

/* Finds what changed since the commit of --changes, and its states; c may be NULL. */
static int read_changes(const struct report_options *o, struct changes *ch,
			const struct coverage *c)
{
	struct anycov_error err;

	if (!o->changes.ref || !c)
		return EXIT_OK;
	if (changes_read(ch, o->changes.ref, &err))
		return input_error("%s", err.text);
	changes_cover(ch, c);
	return EXIT_OK;
}

static int finish(const struct report_options *o, struct match_result *r, const struct inputs *in,
		  const struct input_options *input_options, const struct foreign *foreign)
{
	struct covered x = { .r = r,
			     .source_map = &o->sources,
			     .selection = o->selection,
			     .complete = o->complete,
			     .foreign = foreign,
			     .needs_lines = output_args_need_lines(&o->outputs) };
	struct changes changes = { 0 };
	struct tests tests = { 0 };
	struct baseline baseline = { 0 };
	int status = covered_make(&x), incomplete = EXIT_OK;
	struct coverage *all = x.all;
	size_t n = x.n;

	if (status == EXIT_OK && x.unusable)
		status = input_error(NO_LINES, x.unusable);
	if (status == EXIT_OK && n)
		status = check_selection(o->selection, all);
	if (status == EXIT_OK && n)
		status = baseline_args_apply(&baseline, &o->baseline, &x, &o->image_path);
	if (status == EXIT_OK && n && (o->tests || (o->html && in->tests.n))) {
		tests_read(&tests, r, in, input_options, x.v, all, o->complete);
		all->tests = o->tests ? &tests : NULL;
		all->html_tests = &tests;
	}
	if (status == EXIT_OK && n)
		sources_check(x.v, o->each_image ? n : 0, all, o->html != NULL);
	if (status == EXIT_OK)
		status = read_changes(o, &changes, all);
	if (status == EXIT_OK)
		status = write_files(o, r, all, &changes);
	if (status == EXIT_OK)
		status = write_report(o, &x, &changes);
	if (status == EXIT_OK && o->strict && match_unmatched_count(r))
		status = input_error("%zu addresses match no probe (--strict)",
				     match_unmatched_count(r));
	if (status == EXIT_OK && !o->allow_incomplete &&
	    (covered_is_incomplete(&x) || changes.n_unread))
		incomplete = EXIT_INCOMPLETE;
	if (status == EXIT_OK && n)
		status = thresholds_compare(&o->thresholds, all,
					    o->changes.ref ? &changes.counts : NULL);
	if (incomplete && (status == EXIT_OK || status == EXIT_THRESHOLD))
		status = incomplete;
	changes_free(&changes);
	tests_free(&tests);
	baseline_free(&baseline);
	covered_free(&x);
	return status;
}

/* Takes a number, "irq" (ANYCOV_CONTEXT_IRQ of firmware) or a name. */
static void take_context(const char *text, struct match_result *r)
{
	uint64_t n = UINT32_MAX;

	if (strcmp(text, "irq") && (!parse_u64(text, &n) || n > UINT32_MAX))
		r->context_name = text;
	r->one_context = true;
	r->context = (uint32_t)n;
}

/* Reads copies of memories, or logs of execution, of the images. */
static int read_of_image(const struct report_options *o, struct match_result *r)
{
	struct anycov_error err;

	if (memories_apply(r, &o->memories, &o->offset, o->force, &err))
		return input_error("%s", err.text);
	for (size_t i = 0; i < o->logs.n; i++)
		if (log_apply(r->images[0], o->logs.v[i], o->offset.value, o->force, &err))
			return input_error("%s", err.text);
	return EXIT_OK;
}

/* Returns whether to add what was built and did not run: not if the report is of images or files
 * by name. */
static bool adds_built(const struct report_options *o, const struct inputs *inputs)
{
	bool whole = inputs->has_directory && inputs_have_flags(inputs) && !o->images.n;

	return !o->no_build && (whole || o->builds.n);
}

/* Reads what other tools measured, and adds the other files to the inputs. */
static int add_inputs(const struct string_list *files, struct inputs *in, struct foreign *f)
{
	char *cwd = getcwd(NULL, 0);
	struct anycov_error err;

	f->directory = intern(cwd ? cwd : "");
	free(cwd);
	for (size_t i = 0; i < files->n; i++)
		if (foreign_is_file(files->v[i]) ? foreign_read(f, files->v[i], &err)
						 : inputs_add(in, files->v[i], &err))
			return input_error("%s", err.text);
	return EXIT_OK;
}

static int report(const struct report_options *o, const struct string_list *files)
{
	struct match_result r = { .want_cmps = o->cmp, .force = o->force };
	struct input_options input_options = { .directories = &o->image_path,
					       .force = o->force,
					       .no_build = o->no_build };
	struct inputs inputs = { 0 };
	struct foreign foreign = { 0 };
	const struct built_options built = { &o->builds, &inputs.unlinked };
	int status = raw_args_take(&o->raw, &input_options.raw, o->images.n != 0);

	if (status >= 0)
		return status;
	if (o->context)
		take_context(o->context, &r);
	status = add_inputs(files, &inputs, &foreign);
	r.n_tests = inputs.tests.n;
	if (status == EXIT_OK && o->tests && !inputs.tests.n)
		status = input_error(NO_NAMED_TEST);
	/* The images of tests are read again for each. */
	r.unloads = !inputs.tests.n && !o->complete;
	r.no_built = !adds_built(o, &inputs);
	image_index_set(&o->image_path, o->no_build);
	if (status == EXIT_OK)
		status = open_images(&r, &o->images, o->logs.n != 0);
	if (status == EXIT_OK && r.n_images)
		raw_args_of_image(&o->raw, &input_options.raw, r.images[0]->img);
	if (status == EXIT_OK && load_options_apply(&o->load_options, &r) >= 0)
		status = EXIT_USAGE;
	if (status == EXIT_OK)
		status = read_inputs(&r, &inputs, &input_options);
	if (status == EXIT_OK && !r.no_built)
		status = built_add(&r, &built);
	if (status == EXIT_OK)
		status = read_of_image(o, &r);
	if (status == EXIT_OK && o->context && !r.context_found)
		status = input_error("context %s not found; 'anycov dump' lists the contexts",
				     o->context);
	if (status == EXIT_OK)
		built_use_copies(&r, &o->builds);
	if (status == EXIT_OK)
		status = finish(o, &r, &inputs, &input_options, foreign.n ? &foreign : NULL);
	match_free(&r);
	inputs_free(&inputs);
	foreign_free(&foreign);
	return status;
}

/* Checks options that exclude each other.  Returns -1 or EXIT_USAGE. */
static int check_options(const struct report_options *o)
{
	bool printed = o->changes.ref && !o->changes.formats.n && !o->quiet;
	int status = thresholds_check(&o->thresholds);

	for (size_t i = 0; i < o->changes.formats.n; i++)
		printed |= !strchr(o->changes.formats.v[i], '=');
	if (status < 0)
		status = changes_args_check(&o->changes);
	if (status < 0 && o->tests && !o->json && !o->outputs.file[OUT_LCOV] && !o->html)
		status = usage_error("--tests requires --json, --lcov or --html; 'anycov tests' "
				     "prints a table");
	if (status < 0 && o->each_image && !o->json)
		status = usage_error("--each-image requires --json");
	if (status < 0)
		status = output_args_check(&o->outputs);
	if (status < 0 && o->blame && !o->html)
		status = usage_error("--blame requires --html");
	if (status < 0)
		status = baseline_args_check(&o->baseline);
	if (status < 0 && o->thresholds.loss && !o->baseline.path)
		status = usage_error("--fail-on-loss requires --baseline");
	if (status < 0 && o->thresholds.changes && !o->changes.ref)
		status = usage_error("--fail-under-changes requires --changes");
	if (status < 0 &&
	    o->json + o->summary + (o->quiet && !o->output) + printed + (o->names.n != 0) > 1)
		status = usage_error(
			"--json, --summary, --quiet, --changes and names of functions or "
			"files each decide what is printed; give one (with --changes-format "
			"FORMAT=FILE, "
			"--changes prints nothing)");
	return status;
}

/* Returns the command with its arguments, as for a shell; to be freed. */
static char *command_text(int argc, char **argv)
{
	struct string_buffer t = { 0 };

	string_buffer_append(&t, "anycov");
	for (int i = 0; i < argc; i++) {
		char *word = shell_quote(argv[i]);

		string_buffer_appendf(&t, " %s", word);
		free(word);
	}
	return t.s;
}

/* Checks the options of copies of memories and of logs.  Returns -1 or EXIT_USAGE. */
static int check_memories(struct report_options *o, const struct string_list *files)
{
	const bool of_image = o->memories.n || o->logs.n;

	if (o->memories.n && !o->images.n)
		return usage_error("--memory requires --image");
	if (o->memories.n && o->images.n > 1 && (o->force || o->offset_word))
		return usage_error("--memory with %s requires one --image",
				   o->force ? "--force" : "--load-offset");
	if (o->logs.n && o->images.n != 1)
		return usage_error("--trace requires one --image");
	if (o->logs.n && (o->memories.n || files->n || o->raw.word))
		return usage_error("--trace shows machine code; report dumps and --memory, which "
				   "show the source, without it");
	if (of_image && (o->load_options.kaslr || o->load_options.modules.n))
		return usage_error("--kaslr and --module are for dumps; with --memory and --trace "
				   "give --load-offset N");
	if (o->offset_word && !of_image)
		return usage_error(
			"--load-offset requires --memory or --trace; dumps have addresses of "
			"their own, see --kaslr and --module");
	if (o->offset_word && !load_offset_parse(o->offset_word, &o->offset))
		return usage_error(NO_LOAD_OFFSET, o->offset_word);
	if (o->offset.is_auto && o->logs.n)
		return usage_error(
			"--load-offset auto requires --memory; with --trace give a number");
	return -1;
}

int cmd_report(int argc, char **argv)
{
	struct selection selection = { 0 };
	struct report_options o = { .selection = &selection, .command = command_text(argc, argv) };
	struct options_file config = { 0 };
	const struct arg table[] = {
		ARGS_OF("what is printed, and written"),
		{ ARG_OUTPUT, 0, "html", "DIR", &o.html, "write HTML pages into a directory" },
		{ ARG_OUTPUT, 'o', "output", "FILE", &o.output, "write the report to FILE" },
		{ ARG_FLAG, 0, "functions", NULL, &o.functions, "list functions, too, in text" },
		{ ARG_FLAG, 0, "all", NULL, &o.all,
		  "list all files and images in text, not only the worst that\n"
		  "fit the screen" },
		{ ARG_FLAG, 0, "summary", NULL, &o.summary, "print one line" },
		{ ARG_FLAG, 'q', "quiet", NULL, &o.quiet,
		  "print no report and no progress; write files" },
		OUTPUT_ARGS(&o.outputs),
		{ ARG_FLAG, 0, "json", NULL, &o.json, "print JSON" },
		{ ARG_FLAG, 0, "each-image", NULL, &o.each_image,
		  "JSON of several images: functions and files of each, too" },
		{ ARG_OUTPUT, 0, "sancov", "FILE", &o.sancov,
		  "write a .sancov file (for LLVM's sancov)" },
		ARGS_OF("what it is about"),
		SELECT_ARGS(&selection),
		{ ARG_WORDS, 0, "build", "DIR", &o.builds,
		  "build tree with the list of what 'anycov cc' made there\n"
		  "(default: found from the current directory); may be repeated" },
		{ ARG_FLAG, 0, "no-build", NULL, &o.no_build,
		  "count only what is in images that ran" },
		SOURCE_MAP_ARG(&o.sources),
		ARGS_OF("for CI: thresholds and changes"),
		THRESHOLD_ARGS(&o.thresholds),
		BASELINE_ARGS(&o.baseline),
		CHANGES_ARGS(&o.changes),
		{ ARG_FLAG, 0, "blame", NULL, &o.blame,
		  "HTML: author and date of lines that are not covered, by git" },
		{ ARG_FLAG, 0, "allow-incomplete", NULL, &o.allow_incomplete,
		  "exit 0 even if records were lost or files were skipped" },
		ARGS_OF("tests, conditions, edges, comparisons"),
		{ ARG_FLAG, 0, "tests", NULL, &o.tests,
		  "which tests cover a line: in JSON, and as records of lcov" },
		{ ARG_FLAG, 0, "mcdc", NULL, &o.mcdc,
		  "MC/DC: which outcomes of conditions decided; in text, JSON\n"
		  "and lcov's records" },
		{ ARG_FLAG, 0, "edges", NULL, &o.edges,
		  "list functions with the edges between their blocks" },
		{ ARG_FLAG, 0, "cmp", NULL, &o.cmp, "list comparisons with their operands" },
		ARGS_OF("firmware, kernels and traces"),
		{ ARG_WORDS, 0, "image", "ELF", &o.images,
		  "instrumented ELF file; repeat for shared libraries" },
		{ ARG_WORDS, 0, "image-path", "DIR", &o.image_path,
		  "search images in DIR, too; may be repeated" },
		{ ARG_WORDS, 0, "memory", "FILE[@ADDR]", &o.memories,
		  "copy of a target's RAM from ADDR on (default: that of the\n"
		  "flags, and nothing else), or Intel HEX, S-records, an ELF\n"
		  "core file; requires --image" },
		{ ARG_WORDS, 0, "trace", "FILE", &o.logs,
		  "log of QEMU (-d in_asm) or drcov file: lines of machine code\n"
		  "that ran, without instrumentation; requires --image" },
		{ ARG_TEXT, 0, "load-offset", "N|auto", &o.offset_word,
		  "with --memory, --trace: address in memory minus address in the\n"
		  "image; auto: found by the flags" },
		LOAD_OPTIONS(&o.load_options),
		{ ARG_TEXT, 0, "context", "N|NAME|irq", &o.context,
		  "use only records of thread or task N, of tasks named NAME,\n"
		  "or of interrupts" },
		{ ARG_FLAG, 0, "complete|assume-returned", NULL, &o.complete,
		  "traces: assume that all recorded calls returned" },
		{ ARG_FLAG, 0, "strict|fail-on-unmatched", NULL, &o.strict,
		  "exit 1 if a recorded address matches no probe" },
		{ ARG_FLAG, 0, "force", NULL, &o.force,
		  "use flags, records or memory of another build of the image,\n"
		  "by address; nothing is shown as not covered" },
		RAW_ARGS(&o.raw),
		ARGS_OF("other"),
		{ ARG_FLAG, 0, "no-config", NULL, &o.no_config, "read no options from .anycov" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"A line is covered if any of its blocks is.  A block without a probe is inferred\n"
		"from other blocks.  What the records prove neither to be covered nor not covered\n"
		"is unknown, with the reason and what to do.  Without a map in the image only\n"
		"lines with a probe are counted.\n\n"
		"FILE is a file of flags, a dump, or a directory of both; default: anycov-data.\n"
		"What other tools measured is read from lcov's tracefiles and gcovr's JSON.\n"
		"Several images are merged: a line is covered if any image covers it.\n\n"
		"Exit status 3: the report is incomplete, because a file of a directory was\n"
		"skipped, an image was linked without anycov or recorded before the last build,\n"
		"changes of a submodule could not be read,\n"
		"or something is unknown because records were lost.  4: less is covered than\n"
		"--fail-under-lines or others demand.\n";
	struct string_list files = { 0 };
	const struct args args = { table, details, false };
	int status = options_file_unwanted(argc, argv) ? -1 : options_file_parse(&config, &args);

	if (status < 0)
		status = args_parse(&args, argc, argv, &files, NULL);
	if (status < 0 && !o.raw.word)
		status = take_names(&files, &o.names);
	if (status < 0)
		status = check_memories(&o, &files);
	if (status < 0 && !files.n && !o.memories.n && !o.logs.n)
		status = add_default_directory(&files, &o.names,
					       "run the program with 'anycov run'");
	if (status < 0)
		status = source_map_check(&o.sources);
	if (status < 0)
		status = check_options(&o);
	if (status < 0 && o.quiet)
		progress_quiet();
	if (o.mcdc)
		mcdc_enable();
	if (o.html || o.names.n)
		mcdc_enable_texts();
	if (status < 0)
		status = selection_begin(&selection, config.dir);
	if (status < 0)
		status = report(&o, &files);
	selection_free(&selection);
	options_file_free(&config);
	string_list_free(&o.images);
	string_list_free(&o.image_path);
	string_list_free(&o.builds);
	string_list_free(&o.memories);
	string_list_free(&o.logs);
	string_list_free(&o.load_options.modules);
	string_list_free(&o.sources);
	string_list_free(&o.names);
	string_list_free(&o.changes.formats);
	string_list_free(&files);
	free(o.command);
	return status;
}
