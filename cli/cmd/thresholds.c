/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <string.h>
#include "cmd/thresholds.h"

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

	if (status < 0)
		status = check("functions", t->functions);
	if (status < 0)
		status = check("branches", t->branches);
	if (status < 0)
		status = check("changes", t->changes);
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
	return missed ? EXIT_THRESHOLD : EXIT_OK;
}
