/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Many dumps: mkfleet DIRECTORY DUMPS RECORDS PROBES writes DIRECTORY/N.dump,
 * RECORDS records each, of PROBES addresses in total, as fuzzers hit them: a few
 * very often, most of them rarely.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "anycov/dump.h"

static uint64_t state = 88172645463325252u;

static uint64_t random_number(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static void put(unsigned char *p, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		p[i] = (unsigned char)(v >> 8 * i);
}

static void chunk(unsigned char *p, const char *tag, uint32_t length)
{
	memcpy(p, tag, 4);
	put(p + 4, 0, 4);
	put(p + 8, length, 4);
	put(p + 12, 0, 4);
}

int main(int argc, char **argv)
{
	unsigned long dumps, records, sites;
	unsigned char *buf;
	size_t n;

	if (argc != 5)
		return 2;
	dumps = strtoul(argv[2], NULL, 0);
	records = strtoul(argv[3], NULL, 0);
	sites = strtoul(argv[4], NULL, 0);
	n = 16 + 16 + 8 * records + 16 + 8;
	buf = calloc(1, n);
	if (!buf || !sites)
		return 1;
	for (unsigned long d = 0; d < dumps; d++) {
		char path[4096];
		FILE *f;

		memcpy(buf, ANYCOV_DUMP_MAGIC, 6);
		buf[6] = ANYCOV_DUMP_VERSION;
		buf[7] = ANYCOV_DUMP_LITTLE;
		buf[8] = 8;
		chunk(buf + 16, "PC  ", (uint32_t)(8 * records));
		for (unsigned long i = 0; i < records; i++) {
			uint64_t r = random_number() % sites;

			if (random_number() % 8)
				r = r * (random_number() % sites) / sites % (sites / 16 + 1);
			put(buf + 32 + 8 * i, 0xffffffff81000000u + 21 * r, 8);
		}
		chunk(buf + n - 24, "END ", 8);
		put(buf + n - 8, crc32(0, buf, (uInt)(n - 24)), 4);
		put(buf + n - 4, 1, 4);
		snprintf(path, sizeof(path), "%s/%lu.dump", argv[1], d);
		f = fopen(path, "wb");
		if (!f || fwrite(buf, 1, n, f) != n || fclose(f))
			return 1;
	}
	free(buf);
	return 0;
}
