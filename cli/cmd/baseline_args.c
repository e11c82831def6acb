/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cmd/baseline_args.h"
#include "coverage/history/changes.h"
#include "coverage/match/find_image.h"
#include "coverage/match/read_inputs.h"

static bool is_of_recording(const char *path)
{
	char *report = xasprintf("%s/" BASELINE_NAME, path);
	bool has_report = !access(report, F_OK);
	struct stat st;

	free(report);
	if (stat(path, &st))
		return false;
	return S_ISDIR(st.st_mode) ? !has_report : S_ISREG(st.st_mode) && is_recording(path);
}

/* Computes the coverage of a recording as that of the report, and takes its totals. */
static int read_recording(struct baseline *b, const char *path, const struct covered *now,
			  const struct string_list *images)
{
	const struct input_options options = { .directories = images, .no_build = true };
	struct match_result r = { .unloads = true, .no_built = true };
	struct covered then = { .r = &r,
				.source_map = now->source_map,
				.selection = now->selection,
				.complete = now->complete };
	struct inputs in = { 0 };
	struct anycov_error err;
	int status = EXIT_OK;

	if (now->r->n_never_ran)
		return usage_error("--baseline %s: a recording does not show what was built and "
				   "did not run, which this report counts; add --no-build, or give "
				   "the output of --json",
				   path);
	if (inputs_add(&in, path, &err))
		status = input_error("--baseline %s/" BASELINE_NAME ": not there, and the "
				     "directory contains no recording",
				     path);
	if (status == EXIT_OK)
		status = read_inputs(&r, &in, &options);
	if (status == EXIT_OK)
		status = covered_make(&then);
	if (status == EXIT_OK && !then.n)
		status = input_error("--baseline %s: contains comparisons, no coverage", path);
	if (status == EXIT_OK) {
		baseline_take(b, path, then.all);
		if (covered_is_incomplete(&then))
			warn("--baseline %s: incomplete, so that a loss may not be seen; "
			     "'anycov report' says why",
			     path);
	}
	covered_free(&then);
	match_free(&r);
	inputs_free(&in);
	return status;
}

int baseline_args_check(const struct baseline_args *args)
{
	return args->commit && !args->path ? usage_error("--baseline-commit requires --baseline")
					   : -1;
}

/* Takes the commit of --baseline-commit; what the baseline has remains as proof. */
static int take_commit(struct baseline *b, const char *ref)
{
	char *commit = changes_commit(ref);

	if (!commit)
		return input_error(
			"--baseline-commit %s: not a commit of this repository; name the "
			"one that the baseline was made from (in CI: fetch it)",
			ref);
	free(b->commit);
	b->commit = commit;
	b->is_commit_given = true;
	return EXIT_OK;
}

int baseline_args_apply(struct baseline *b, const struct baseline_args *args,
			const struct covered *now, const struct string_list *images)
{
	const char *path = args->path;
	struct anycov_error err;
	int status = EXIT_OK;

	if (!path)
		return EXIT_OK;
	if (is_of_recording(path))
		status = read_recording(b, path, now, images);
	else if (baseline_read(b, path, &err))
		status = input_error("%s", err.text);
	if (status == EXIT_OK && baseline_compare(b, now->all, now->source_map, &err))
		status = input_error("%s", err.text);
	if (status == EXIT_OK && args->commit)
		status = take_commit(b, args->commit);
	if (status == EXIT_OK)
		now->all->baseline = b;
	return status;
}
