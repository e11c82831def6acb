/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * setcheck FILE...: checks files of flags and prints each in one line, by the header alone:
 *
 *   started=1 copying=0 copied=0 how=1 flags=3000 hit: 0 17 90 path=/tmp/a
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

static int check(const char *file, const unsigned char *p, size_t n)
{
	struct anycov_flags_head h;
	size_t i, area;

	if (n < sizeof(h))
		return fail(file, "no header");
	memcpy(&h, p, sizeof(h));
	if (h.magic != ANYCOV_FLAGS_MAGIC || h.version != ANYCOV_FLAGS_VERSION || h.reserved)
		return fail(file, "wrong magic or version");
	if (h.at_flags % h.page_bytes || h.at_flags < sizeof(h) + h.build_id_bytes + h.path_bytes)
		return fail(file, "wrong offset of the flags");
	area = (h.n_flags + h.page_bytes - 1) / h.page_bytes * h.page_bytes;
	if (h.at_flags + area != n)
		return fail(file, "wrong size");
	if (h.n_copied > h.n_copying || h.n_copying > h.n_started)
		return fail(file, "impossible counts");
	for (i = 0; i < area; i++)
		if (p[h.at_flags + i] > (i < h.n_flags))
			return fail(file, "a byte is no flag");
	printf("started=%llu copying=%u copied=%u how=%u flags=%llu hit:",
	       (unsigned long long)h.n_started, h.n_copying, h.n_copied, h.how,
	       (unsigned long long)h.n_flags);
	for (i = 0; i < h.n_flags; i++)
		if (p[h.at_flags + i])
			printf(" %zu", i);
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
