/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * dumpcheck FILE: an independent reader of dumps, written only from docs/abi.md.  Prints
 * one line per chunk; exit status 1 if the file violates the format.
 *   --in NAME FILE   every PC of the file must be in the image whose path ends
 *                    with NAME
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *data;
static size_t size;

static uint64_t number(size_t at, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | data[at + bytes]; /* all machines of these tests are little-endian */
	return v;
}

static uint32_t crc32(size_t n)
{
	uint32_t crc = ~0u;
	size_t i;
	int k;

	for (i = 0; i < n; i++) {
		crc ^= data[i];
		for (k = 0; k < 8; k++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
	}
	return ~crc;
}

static void fail(const char *what, size_t at)
{
	fprintf(stderr, "dumpcheck: %s at offset %zu\n", what, at);
	exit(1);
}

static uint64_t in_from, in_to;

static void check_pc(uint64_t pc, size_t at)
{
	if (in_to && (pc < in_from || pc >= in_to))
		fail("a PC outside the image", at);
}

static void module(size_t at, size_t length, const char *in)
{
	uint32_t id;
	char path[4096];
	size_t n;

	if (length < 28 || 28 + (id = (uint32_t)number(at + 24, 4)) > length)
		fail("bad MOD", at);
	n = length - 28 - id;
	if (n >= sizeof(path))
		fail("long path", at);
	memcpy(path, data + at + 28 + id, n);
	path[n] = 0;
	printf("MOD bias=%#llx id=%u %s\n", (unsigned long long)number(at, 8), id, path);
	if (in && n >= strlen(in) && !strcmp(path + n - strlen(in), in)) {
		in_from = number(at + 8, 8);
		in_to = number(at + 16, 8);
	}
}

static void cuts(size_t at, size_t length)
{
	size_t i;

	if (length < 8 || length % 16 != 8 || number(at, 4) > 3 || number(at + 4, 4))
		fail("bad CUTS", at);
	for (i = 8; i < length; i += 16) {
		uint64_t before = number(at + i + 8, 4) & 0x7fffffff;

		if (!before || before > number(at + i, 8) || before > number(at + i + 12, 4))
			fail("an impossible call", at + i);
	}
	printf("CUTS missed=%u n=%zu\n", (unsigned)number(at, 4), length / 16);
}

int main(int argc, char **argv)
{
	const char *in = NULL;
	size_t at = 16, i;
	uint32_t chunks = 0;
	unsigned word;
	FILE *f;

	if (argc == 4 && !strcmp(argv[1], "--in")) {
		in = argv[2];
		argv += 2;
	}
	f = fopen(argv[1], "rb");
	if (!f)
		fail("cannot open the file", 0);
	data = malloc(1 << 28);
	size = fread(data, 1, 1 << 28, f);
	fclose(f);
	if (size < 16 || memcmp(data, "anycov\1\1", 8))
		fail("bad head", 0);
	word = data[8];
	printf("HEAD word=%u flags=%u\n", word, data[9]);
	for (;;) {
		size_t length;

		if (at + 16 > size)
			fail("no END", at);
		length = number(at + 8, 4);
		if (at + 16 + length > size)
			fail("a chunk beyond the end", at);
		if (!memcmp(data + at, "END ", 4)) {
			if (length != 8 || number(at + 16, 4) != crc32(at))
				fail("bad CRC", at);
			if (number(at + 20, 4) != chunks)
				fail("bad number of chunks", at);
			if (at + 16 + length != size)
				fail("bytes after END", at);
			break;
		}
		if (!memcmp(data + at, "MOD ", 4)) {
			module(at + 16, length, in);
		} else if (!memcmp(data + at, "CUTS", 4)) {
			cuts(at + 16, length);
		} else if (!memcmp(data + at, "PROC", 4)) {
			if (length % 16)
				fail("bad PROC", at);
			for (i = 0; i < length; i += 16)
				if (!number(at + 16 + i, 8))
					fail("a process without a number", at);
		} else {
			bool is_code = !memcmp(data + at, "CODE", 4);
			unsigned record =
				!memcmp(data + at + 1, "CMP", 3) || !memcmp(data + at, "CMP ", 4)
					? 32
				: is_code ? 4
					  : word;

			if (length % record)
				fail("half a record", at);
			if (in && !in_to)
				fail("records before their image, or no such image", at);
			for (i = 0; i < length && !is_code; i += record)
				check_pc(record == 32 ? number(at + 16 + i + 24, 8)
						      : number(at + 16 + i, word),
					 at + i);
			printf("%.4s n=%zu lost=%u\n", (char *)data + at, length / record,
			       (unsigned)number(at + 12, 4) & 1);
		}
		chunks++;
		at += 16 + length;
	}
	printf("END\n");
	return 0;
}
