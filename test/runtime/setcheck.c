/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * setcheck FILE...: checks files of flags and prints each in one line, by the header alone:
 *
 *   started=1 ended=1 cut=1 how=1 flags=3000 hit: 0 17 90 path=/tmp/a
 *
 * Flags of lanes are among the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/flags_file.h"

static int fail(const char *file, const char *what)
{
	fprintf(stderr, "setcheck: %s: %s\n", file, what);
	return 1;
}

/* Checks that the lanes end the file.  Returns their number, or -1. */
static int check_lanes(const unsigned char *p, size_t n, size_t at,
		       const struct anycov_flags_head *h, size_t area)
{
	struct anycov_flags_lanes lanes;
	size_t i;

	if (h->version == ANYCOV_FLAGS_VERSION_WITHOUT_LANES)
		return at == n ? 0 : -1;
	if (at > n || n - at < sizeof(lanes))
		return -1;
	memcpy(&lanes, p + at, sizeof(lanes));
	if (lanes.n > ANYCOV_FLAGS_LANES_MAX || at + h->page_bytes + lanes.n * area != n ||
	    lanes.taken[0])
		return -1;
	for (i = 0; i < ANYCOV_FLAGS_LANES_MAX; i++)
		if (lanes.taken[i] > (i < lanes.n))
			return -1;
	return (int)lanes.n;
}

static int check(const char *file, const unsigned char *p, size_t n)
{
	struct anycov_flags_head h;
	size_t i, area, at;
	int lanes, k;

	if (n < sizeof(h))
		return fail(file, "no header");
	memcpy(&h, p, sizeof(h));
	if (h.magic != ANYCOV_FLAGS_MAGIC ||
	    (h.version != ANYCOV_FLAGS_VERSION && h.version != ANYCOV_FLAGS_VERSION_WITHOUT_LANES))
		return fail(file, "wrong magic or version");
	if (h.at_flags % h.page_bytes || h.at_flags < sizeof(h) + h.build_id_bytes + h.path_bytes)
		return fail(file, "wrong offset of the flags");
	area = (h.n_flags + h.page_bytes - 1) / h.page_bytes * h.page_bytes;
	at = h.at_flags + area + h.page_bytes; /* the first lane */
	lanes = check_lanes(p, n, h.at_flags + area, &h, area);
	if (lanes < 0)
		return fail(file, "wrong size or lanes");
	if (h.n_ended_cut > h.n_ended || h.n_ended > h.n_started)
		return fail(file, "impossible counts");
	for (k = -1; k < lanes; k++)
		for (i = 0; i < area; i++)
			if (p[(k < 0 ? h.at_flags : at + (size_t)k * area) + i] > (i < h.n_flags))
				return fail(file, "a byte is no flag");
	printf("started=%llu ended=%llu cut=%u how=%u flags=%llu hit:",
	       (unsigned long long)h.n_started, (unsigned long long)h.n_ended, h.n_ended_cut, h.how,
	       (unsigned long long)h.n_flags);
	for (i = 0; i < h.n_flags; i++) {
		int in_lane = 0;

		for (k = 0; k < lanes; k++)
			in_lane |= p[at + (size_t)k * area + i];
		if (p[h.at_flags + i] || in_lane)
			printf(" %zu", i);
	}
	printf(" path=%.*s\n", (int)h.path_bytes, (const char *)p + sizeof(h) + h.build_id_bytes);
	return 0;
}

int main(int argc, char **argv)
{
	int bad = argc < 2, i;

	for (i = 1; i < argc; i++) {
		FILE *f = fopen(argv[i], "rb");
		unsigned char *p = malloc(1 << 24);
		size_t n = f && p ? fread(p, 1, 1 << 24, f) : 0;

		if (f)
			fclose(f);
		bad |= check(argv[i], p, n);
		free(p);
	}
	return bad;
}
