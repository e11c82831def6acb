/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes a dump (anycov/dump.h) with its own code, so that the reader is not tested
 * with the writer of the command.
 *
 *   mkdump [big] [word N] [rawpc] [lost] ITEM...
 *     pc ADDR... .    upc, edge: the same for other chunks    cmp TYPE ARG1 ARG2 PC    note TEXT
 *     mod BIAS FIRST END BUILDID PATH          (BUILDID in hex, or -)
 *     tag TAG TEXT    a chunk with any tag
 *     context N       of the chunks that follow (1)
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/dump.h"

static int big;
static unsigned word = 8, lost;
static unsigned char *buf;
static size_t used, room;
static uint32_t chunks, context = 1;

static void byte(unsigned v)
{
	if (used == room) {
		room = room ? 2 * room : 4096;
		buf = realloc(buf, room);
		if (!buf)
			abort();
	}
	buf[used++] = (unsigned char)v;
}

static void number(uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		byte((unsigned)(v >> 8 * (big ? bytes - 1 - i : i)) & 0xff);
}

static void text(const char *s)
{
	while (*s)
		byte((unsigned char)*s++);
}

/* Bit by bit, independent of the library of the reader. */
static uint32_t crc(size_t n)
{
	uint32_t c = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		c ^= buf[i];
		for (int k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
	}
	return ~c;
}

static void chunk(const char *tag, size_t length)
{
	for (int i = 0; i < 4; i++)
		byte((unsigned char)tag[i]);
	number(memcmp(tag, "END ", 4) ? context : 0, 4);
	number(length, 4);
	number(lost, 4);
	chunks++;
}

static uint64_t value(const char *s)
{
	return strtoull(s, NULL, 0);
}

static char **module(char **a)
{
	size_t id = strcmp(a[4], "-") ? strlen(a[4]) / 2 : 0;

	chunk("MOD ", 28 + id + strlen(a[5]));
	number(value(a[1]), 8);
	number(value(a[2]), 8);
	number(value(a[3]), 8);
	number(id, 4);
	for (size_t i = 0; i < id; i++) {
		char two[3] = { a[4][2 * i], a[4][2 * i + 1], 0 };

		byte((unsigned)strtoul(two, NULL, 16));
	}
	text(a[5]);
	return a + 6;
}

static char **item(char **a)
{
	if (!strcmp(a[0], "pc") || !strcmp(a[0], "upc") || !strcmp(a[0], "edge")) {
		size_t n = 0;

		while (a[1 + n] && strcmp(a[1 + n], "."))
			n++;
		chunk(*a[0] == 'p' ? "PC  " : *a[0] == 'u' ? "UPC " : "EDGE", n * word);
		for (size_t i = 0; i < n; i++)
			number(value(a[1 + i]), word);
		return a + n + 1 + (a[1 + n] != NULL);
	}
	if (!strcmp(a[0], "cmp")) {
		chunk("CMP ", 32);
		for (int i = 1; i <= 4; i++)
			number(value(a[i]), 8);
		return a + 5;
	}
	if (!strcmp(a[0], "mod"))
		return module(a);
	if (!strcmp(a[0], "note")) {
		chunk("NOTE", strlen(a[1]));
		text(a[1]);
		return a + 2;
	}
	if (!strcmp(a[0], "tag")) {
		chunk(a[1], strlen(a[2]));
		text(a[2]);
		return a + 3;
	}
	if (!strcmp(a[0], "context")) {
		context = (uint32_t)value(a[1]);
		return a + 2;
	}
	fprintf(stderr, "mkdump: %s?\n", a[0]);
	exit(2);
}

int main(int argc, char **argv)
{
	unsigned flags = 0;
	uint32_t sum, n;

	(void)argc;
	for (argv++; *argv; argv++) {
		if (!strcmp(*argv, "big"))
			big = 1;
		else if (!strcmp(*argv, "word"))
			word = (unsigned)value(*++argv);
		else if (!strcmp(*argv, "rawpc"))
			flags = ANYCOV_DUMP_F_RAW_PC;
		else if (!strcmp(*argv, "lost"))
			lost = 1;
		else
			break;
	}
	text(ANYCOV_DUMP_MAGIC);
	byte(ANYCOV_DUMP_VERSION);
	byte(big ? ANYCOV_DUMP_BIG : ANYCOV_DUMP_LITTLE);
	byte(word);
	byte(flags);
	for (int i = 0; i < 6; i++)
		byte(0);
	while (*argv)
		argv = item(argv);
	sum = crc(used);
	n = chunks;
	lost = 0;
	chunk("END ", 8);
	number(sum, 4);
	number(n, 4);
	return fwrite(buf, 1, used, stdout) != used || fflush(stdout);
}
