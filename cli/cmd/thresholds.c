/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <string.h>
#include "cmd/thresholds.h"
#include "coverage/history/baseline.h"

#define DECIMALS 4
#define HUNDRED 1000000u /* per cent, with its decimals */

/* Parses "80" or "87.5" as millionths.  Returns false if s is anything else. */
static bool parse_percent(const char *s, uint64_t *parts)
{
	unsigned decimals = 0;
	bool point = false;

	*parts = 0;
	if (!isdigit((unsigned char)*s))
		return false;
	for (; *s; s++) {
		if (*s == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char)*s) || decimals == DECIMALS || *parts > HUNDRED)
			return false;
		*parts = *parts * 10 + (uint64_t)(*s - '0');
		decimals += point;
	}
	for (; decimals < DECIMALS; decimals++)
		*parts *= 10;
	return *parts <= HUNDRED;
}

static int check(const char *option, const char *value)
{
	uint64_t parts;

	if (value && !parse_percent(value, &parts))
		return usage_error("--fail-under-%s %s: not a percentage from 0 to 100, with up to "
				   "four decimals",
				   option, value);
	return -1;
}

int thresholds_check(const struct thresholds *t)
{
	int status = check("lines", t->lines);
	uint64_t parts;

	if (status < 0)
		status = check("functions", t->functions);
	if (status < 0)
		status = check("branches", t->branches);
	if (status < 0)
		status = check("changes", t->changes);
	if (status < 0 && t->loss && *t->loss && !parse_percent(t->loss, &parts))
		status =
			usage_error("--fail-on-loss=%s: not a number of points from 0 to 100, with "
				    "up to four decimals",
				    t->loss);
	return status;
}

/* Compares whole numbers: 79.96 % is below 80, and unknown is never covered. */
static int compare(const char *option, const char *value, const struct counts *t)
{
	bool of_changes = !strcmp(option, "changes");
	char share[SHARE_ROOM];
	uint64_t parts;

	if (!value || !parse_percent(value, &parts) || !t->total ||
	    t->covered * (uint64_t)HUNDRED >= parts * t->total)
		return EXIT_OK;
	warn("%zu of %zu %s covered (%s %%), %zu unknown: below --fail-under-%s %s", t->covered,
	     t->total, of_changes ? "changed lines" : option,
	     share_text(share, t->covered, t->total), t->unknown, option, value);
	return EXIT_THRESHOLD;
}

/* Lines or branches that are not known at all are below every threshold but 0. */
static int compare_known(const char *option, const char *value, const struct counts *t, bool known,
			 const char *why)
{
	uint64_t parts;

	if (t->total || known || !value || !parse_percent(value, &parts) || !parts)
		return compare(option, value, t);
	warn("the %s are unknown (%s): below --fail-under-%s %s", option, why, option, value);
	return EXIT_THRESHOLD;
}

/*
 * Returns whether the share now is more than `parts` millionths below that of then.  In whole
 * numbers of 64 bits: counts have 32.
 */
static bool is_below(const struct counts *now, const struct counts *then, uint64_t parts)
{
	const uint64_t old = (uint64_t)then->covered * now->total;
	const uint64_t new = (uint64_t)now->covered * then->total;
	const uint64_t all = (uint64_t)now->total * then->total;

	return old > new &&old - new > all / HUNDRED *parts + all % HUNDRED *parts / HUNDRED;
}

/* then: of the baseline, which may have nothing of the kind. */
static bool is_lost(const char *what, const char *value, const struct counts *now,
		    const struct counts *then, const char *path)
{
	char share[SHARE_ROOM], before[SHARE_ROOM];
	uint64_t parts = 0;

	if (*value)
		parse_percent(value, &parts);
	if (!then->total || !now->total || !is_below(now, then, parts))
		return false;
	warn("%zu of %zu %s covered (%s %%), %zu unknown: below the %s %% of %s%s "
	     "(--fail-on-loss%s%s)",
	     now->covered, now->total, what, share_text(share, now->covered, now->total),
	     now->unknown, share_text(before, then->covered, then->total),
	     strcmp(what, "changed lines") ? "" : "the lines of ", path, *value ? "=" : "", value);
	return true;
}

/* Changed lines are compared with all lines of the baseline. */
static bool any_lost(const char *value, const struct coverage *c, const struct counts *changes)
{
	const struct baseline *b = c->baseline;
	bool lost = is_lost("lines", value, &c->line_counts, &b->lines, b->path);

	if (b->lines.covered && !c->line_counts.total && c->no_debug) {
		warn("the lines are unknown (no debug information): below those of %s "
		     "(--fail-on-loss)",
		     b->path);
		lost = true;
	}
	if (b->branches.total && !c->from_map) {
		warn("the branches are unknown (no map in the image): below those of %s "
		     "(--fail-on-loss)",
		     b->path);
		lost = true;
	} else if (!b->branches.total && c->branch_counts.total) {
		warn("%s: has no branches, so that --fail-on-loss compares none", b->path);
	} else {
		lost |= is_lost("branches", value, &c->branch_counts, &b->branches, b->path);
	}
	if (changes)
		lost |= is_lost("changed lines", value, changes, &b->lines, b->path);
	return lost;
}

int thresholds_compare(const struct thresholds *t, const struct coverage *c,
		       const struct counts *changes)
{
	bool missed;

	missed = compare_known("lines", t->lines, &c->line_counts, !c->no_debug,
			       "no debug information") != EXIT_OK;
	missed |= compare("functions", t->functions, &c->function_counts) != EXIT_OK;
	missed |= compare_known("branches", t->branches, &c->branch_counts, c->from_map,
				"no map in the image") != EXIT_OK;
	if (changes)
		missed |= compare("changes", t->changes, changes) != EXIT_OK;
	if (t->loss)
		missed |= any_lost(t->loss, c, changes);
	return missed ? EXIT_THRESHOLD : EXIT_OK;
}
