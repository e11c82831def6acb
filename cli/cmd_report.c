/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <unistd.h>
#include "out.h"
#include "paths.h"
#include "place_args.h"
#include "raw_args.h"

struct report_options {
	struct words images, sources;
	struct place_args places;
	const char *lcov, *html, *sancov, *output, *context;
	bool json, cmp, edges, strict, complete;
	struct raw_args raw;
};

/* A runtime that was linked in may have lines where the program has none. */
static bool any_line(const struct model *m)
{
	for (size_t i = 0; i < m->n_sites; i++)
		if (image_line_of(m->img, m->sites[i].ret - 1).file)
			return true;
	return false;
}

/*
 * Of a map that was stripped sites without their functions are left.  Debug
 * information that lies elsewhere tells more than they do.
 */
static void drop_stripped_map(struct model *m)
{
	if (!m->map || m->map->n_functions)
		return;
	words_free(&m->problems);
	if (m->exact && any_line(m)) {
		map_free(m->map);
		m->map = NULL;
	}
}

/* Images first: a wrong one should be told before dumps are read for minutes. */
static int open_images(struct reach *r, const struct words *images)
{
	struct anycov_error err;

	r->models = xcalloc(images->n, sizeof(struct model *));
	for (size_t i = 0; i < images->n; i++) {
		struct model *m = model_open(images->v[i], &err);

		if (!m)
			return bad_data("%s", err.text);
		drop_stripped_map(m);
		r->models[r->n_models++] = m;
		if (!m->map && !m->exact)
			return bad_data("%s: neither a map nor machine code that anycov can scan (ELF machine %u); build it with anycov's flags",
					images->v[i], m->img->machine);
		if (!m->n_sites)
			return bad_data("%s: no probe in the image; was it built with the flags of 'anycov flags' (or stripped since)?",
					images->v[i]);
		if (!m->map && !any_line(m))
			return bad_data(NO_DEBUG_INFO, images->v[i]);
	}
	return EXIT_OK;
}

static int write_lcov(const char *path, struct coverage *const *coverage, size_t n)
{
	struct anycov_error err;
	struct out_file out;

	if (out_open(&out, path, &err))
		return bad_data("%s", err.text);
	for (size_t i = 0; i < n; i++)
		out_lcov(out.f, coverage[i]);
	return out_commit(&out, &err) ? bad_data("%s", err.text) : EXIT_OK;
}

/* One file for one image: LLVM's tool takes no two images in one. */
static int write_sancov(const char *path, struct coverage *const *coverage, size_t n)
{
	struct anycov_error err;
	struct out_file out;

	if (n > 1)
		return usage_error("--sancov %s: the format knows one image; give one --image", path);
	if (out_open(&out, path, &err))
		return bad_data("%s", err.text);
	out_sancov(out.f, coverage[0]);
	return out_commit(&out, &err) ? bad_data("%s", err.text) : EXIT_OK;
}

/* What only the records of PCs can fill. */
static int write_files(const struct report_options *o, const struct reach *r,
		       struct coverage *const *coverage, size_t n)
{
	struct anycov_error err;
	const char *name = o->lcov ? o->lcov : o->html ? o->html : o->sancov;
	int status = EXIT_OK;

	if (name && !n)
		return bad_data("%s: these dumps hold comparisons only, which tell no coverage (record with --mode pc)",
				name);
	if (o->lcov)
		status = write_lcov(o->lcov, coverage, n);
	if (o->sancov && status == EXIT_OK)
		status = write_sancov(o->sancov, coverage, n);
	if (o->html && status == EXIT_OK && out_html(o->html, coverage, n, r, &err))
		status = bad_data("%s", err.text);
	return status;
}

static int write_report(const struct report_options *o, struct reach *r,
			struct coverage *const *coverage, size_t n)
{
	struct text_style style = { .edges = o->edges };
	struct anycov_error err;
	struct out_file out;

	/* What goes to standard output leaves no room for words. */
	if (!o->output && ((o->lcov && !strcmp(o->lcov, "-")) ||
			   (o->sancov && !strcmp(o->sancov, "-"))))
		return EXIT_OK;
	if (out_open(&out, o->output, &err))
		return bad_data("%s", err.text);
	progress_end();
	style.colour = out.f == stdout && isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	if (o->json) {
		out_json(out.f, coverage, n, r, o->cmp, o->edges);
	} else {
		for (size_t i = 0; i < n; i++)
			out_text(out.f, coverage[i], &style);
		if (!n)
			fputs("these dumps hold comparisons only: what ran is not told (record with --mode pc)\n",
			      out.f);
		if (o->cmp)
			out_text_cmps(out.f, r);
		out_text_reach(out.f, r);
	}
	return out_commit(&out, &err) ? bad_data("%s", err.text) : EXIT_OK;
}

/* The first image that has no line at all, or NULL. */
static const char *without_lines(struct coverage *const *coverage, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!coverage[i]->line_tally.total)
			return coverage[i]->image;
	return NULL;
}

static int finish(const struct report_options *o, struct reach *r)
{
	size_t n = r->cmp_records && !r->pc_records && !r->edge_records ? 0 : r->n_models;
	const struct evidence evidence = { r->lost, !r->some_late, o->complete };
	struct coverage **coverage = xcalloc(r->n_models, sizeof(*coverage));
	const char *no_lines;
	int status = EXIT_OK;

	for (size_t i = 0; i < n; i++) {
		coverage[i] = coverage_make(r->models[i], &evidence, &o->sources);
		if (r->models[i]->cycles)
			note("%s: %zu rules of the map go round in circles; their blocks are shown as unknown",
			     o->images.v[i], r->models[i]->cycles);
		if (r->models[i]->problems.n)
			note("%s: %zu probes where map and machine code disagree; 'anycov sites --check %s' lists them",
			     o->images.v[i], r->models[i]->problems.n, o->images.v[i]);
	}
	no_lines = without_lines(coverage, n);
	/* What is made of lines is not written; functions and blocks are worth a look. */
	if (no_lines && (o->lcov || o->html))
		status = bad_data(NO_LINES, no_lines);
	else
		status = write_files(o, r, coverage, n);
	if (status == EXIT_OK) {
		status = write_report(o, r, coverage, n);
		if (status == EXIT_OK && no_lines)
			status = bad_data(NO_LINES, no_lines);
	}
	if (status == EXIT_OK && o->strict && reach_strangers(r))
		status = bad_data("%zu addresses are at no probe of a given image (--strict)",
				  reach_strangers(r));
	for (size_t i = 0; i < n; i++)
		coverage_free(coverage[i]);
	free(coverage);
	return status;
}

/* A task's number, or irq: what firmware calls ANYCOV_CONTEXT_IRQ. */
static int take_context(const char *text, struct reach *r)
{
	uint64_t n = UINT32_MAX;

	if (strcmp(text, "irq") && (!parse_u64(text, &n) || n > UINT32_MAX))
		return -1;
	r->one_context = true;
	r->context = (uint32_t)n;
	return 0;
}

static int report(const struct report_options *o, const struct words *files)
{
	struct reach r = { .want_cmps = o->cmp };
	struct anycov_error err;
	struct raw_format raw;
	int status = raw_args_take(&o->raw, &raw, true);

	if (status >= 0)
		return status;
	if (o->context && take_context(o->context, &r))
		return usage_error("--context %s: not a number; 'anycov dump' shows the contexts of a dump",
				   o->context);
	status = open_images(&r, &o->images);
	if (status == EXIT_OK)
		raw_args_of_image(&o->raw, &raw, r.models[0]->img);
	if (status == EXIT_OK && place_args_take(&o->places, &r) >= 0)
		status = EXIT_USAGE;
	for (size_t i = 0; i < files->n && status == EXIT_OK; i++)
		if (reach_add(&r, files->v[i], &raw, &err))
			status = bad_data("%s", err.text);
	if (status == EXIT_OK && o->context && !r.context_met)
		status = bad_data("no dump holds a context %s; 'anycov dump' shows those there are",
				  o->context);
	if (status == EXIT_OK)
		status = finish(o, &r);
	reach_free(&r);
	return status;
}

int cmd_report(int argc, char **argv)
{
	struct report_options o = { 0 };
	const struct arg table[] = {
		{ ARG_WORDS, 0, "image", "ELF",
		  &o.images, "the image that ran; again for each shared library" },
		PLACE_ARGS(&o.places),
		SOURCE_MAP_ARG(&o.sources),
		{ ARG_TEXT, 'o', "output", "FILE", &o.output, "write the report there" },
		{ ARG_TEXT, 0, "lcov", "FILE", &o.lcov, "write lcov's tracefile (genhtml reads it)" },
		{ ARG_TEXT, 0, "html", "DIR", &o.html, "write HTML pages into a folder" },
		{ ARG_TEXT, 0, "sancov", "FILE", &o.sancov,
		  "write LLVM's coverage file (its sancov tool reads it)" },
		{ ARG_FLAG, 0, "json", NULL, &o.json, "print JSON" },
		{ ARG_FLAG, 0, "edges", NULL, &o.edges, "show each edge between blocks" },
		{ ARG_FLAG, 0, "cmp", NULL, &o.cmp, "show the comparisons met" },
		{ ARG_FLAG, 0, "complete", NULL, &o.complete,
		  "take every call for one that was entered and left while recording" },
		{ ARG_FLAG, 0, "strict", NULL, &o.strict,
		  "exit 1 if a recorded address is at no probe of an image" },
		{ ARG_TEXT, 0, "context", "N|irq", &o.context,
		  "only what this thread, task or (irq) firmware's interrupts recorded" },
		RAW_ARGS(&o.raw),
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"A line ran if a block that holds it ran.  \"inferred\" blocks have no probe of\n"
		"their own: that they ran is proved by others.  \"assumed\" ones ran (or did not) if\n"
		"every call was recorded whole, from its entry to its end; --complete vouches for\n"
		"that.  Without a map in the image only lines that hold a probe are counted.\n";
	struct words files = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &files, NULL);

	if (status < 0 && !o.images.n)
		status = usage_error("no image given; name the ELF file that ran with --image");
	if (status < 0 && !files.n)
		status = usage_error("no dump given, for example: anycov report --image a.out anycov.dump");
	if (status < 0)
		status = source_map_check(&o.sources);
	if (status < 0)
		status = report(&o, &files);
	words_free(&o.images);
	words_free(&o.places.modules);
	words_free(&o.sources);
	words_free(&files);
	return status;
}
