/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What changed since a baseline (report --baseline), in words. */
#ifndef ANYCOV_TREND_H
#define ANYCOV_TREND_H

#include <jansson.h>
#include "coverage/history/baseline.h"

/* Room for "+12.3" and "+1234567890". */
#define TREND_ROOM 24

/* Writes a change of the share with its sign, "+0.0" if there is none.  Returns to. */
char *trend_points(char *to, const struct counts *now, const struct counts *then);
/* The same of a number. */
char *trend_number(char *to, size_t now, size_t then);
/* Returns "lines +1.2 points (+3 covered of +2), functions ...": what changed; to be freed. */
char *trend_totals(const struct coverage *c);
/* Returns "2 files are new (a.c, b.c), 1 vanished (c.c)", or NULL; to be freed. */
char *trend_files(const struct coverage *c);
/* Returns all of it for a JSON document. */
json_t *trend_json(const struct coverage *c);

#endif
