/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * map_asm_tool text ADDR_BYTES [GROUP]  prints an assembly file with a function
 *                                       of two flags, and two sites
 * map_asm_tool check ADDR_BYTES FILE    compares the bytes that an assembler made
 *                                       of the map with those that
 *                                       include/anycov/map.h asks for
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/map/map_asm.h"

#define NAME "f\"\\\n;#@%$'`\x01\xc3\xa9\xff"
#define UNIT "dir with blank/u.c"
#define DIR "/a $folder"
#define ID 0xfedcba9876543210u

static const uint32_t succs[] = { 1, 300 };
static const uint32_t implied_by[] = { 1, 200000 };
static const struct anycov_map_line lines[] = { { 0, 127, 128, 0 },
						{ 1, 70000, 0, 0 },
						{ 0, 128, 5, 1 } };
static const struct anycov_map_part parts[] = { { ANYCOV_MAP_BLOCK_CALLS, 2, implied_by } };
static const struct anycov_map_block blocks[] = {
	{ ANYCOV_MAP_BLOCK_PROBED, 2, 3, 0, succs, lines, NULL, 1, 2, parts },
	{ ANYCOV_MAP_BLOCK_EXIT | ANYCOV_MAP_BLOCK_ASSUMED, 0, 0, 2, NULL, NULL, implied_by, 0, 3,
	  NULL },
};
static const char *const files[] = { "u.c", NAME };

static char *print_flags(unsigned addr_bytes, const char *group)
{
	struct anycov_map_flags f = { .function = ID,
				      .hit_value = 1,
				      .addr_bytes = addr_bytes,
				      .group = group,
				      .variable = "flags",
				      .symbol = "code",
				      .n = 2,
				      .blocks = succs };
	char *text = anycov_map_flags_asm(&f);

	if (text)
		printf("%s\t.data\nflags:\n\t.zero 2\n", text);
	return text;
}

static int print_text(unsigned addr_bytes, const char *group)
{
	uint64_t id = ID;
	struct anycov_map_function f = { .id = id,
					 .name = NAME,
					 .unit = UNIT,
					 .dir = DIR,
					 .level = 2,
					 .prune = 2,
					 .line = 129,
					 .file = 1,
					 .group = group,
					 .n_files = 2,
					 .files = files,
					 .n_blocks = 2,
					 .n_parts = 1,
					 .blocks = blocks };
	char *text = anycov_map_function_asm(&f), site[ANYCOV_SITE_ASM_MAX];

	if (!text)
		return 1;
	printf("\t.text\n%s\t.text\ncode:\n", text);
	for (uint32_t i = 0; i < 2; i++) {
		struct anycov_site s = { .function = id,
					 .number = i,
					 .block = 0xfffffffe + i,
					 .kind = ANYCOV_SITE_CMP,
					 .addr_bytes = addr_bytes,
					 .group = group };

		if (!anycov_site_asm(site, sizeof(site), &s))
			return 1;
		printf("\tnop\n%s", site);
	}
	printf("\tnop\n");
	free(text);
	text = print_flags(addr_bytes, group);
	if (!text)
		return 1;
	free(text);
	return 0;
}

static unsigned char want[4096];
static size_t n_want;

static void u(uint64_t v, unsigned bytes)
{
	for (; bytes--; v >>= 8)
		want[n_want++] = (unsigned char)v;
}

static void uleb(uint64_t v)
{
	for (; v > 127; v >>= 7)
		u((v & 127) | 128, 1);
	u(v, 1);
}

static void str(const char *s)
{
	memcpy(want + n_want, s, strlen(s) + 1);
	n_want += strlen(s) + 1;
}

static size_t begin(char tag)
{
	u((unsigned char)tag, 1);
	u(tag == 'B' ? 2 : 1, 1);
	u(0, 4);
	return n_want;
}

static void end(size_t body)
{
	size_t length = n_want - body, at = n_want;

	n_want = body - 4;
	u(length, 4);
	n_want = at;
}

static void want_blocks(uint64_t id)
{
	size_t body = begin('B');

	u(id, 8);
	uleb(0), uleb(1);
	uleb(2), uleb(1), uleb(300);
	uleb(3), uleb(0), uleb(127), uleb(1), uleb(70000), uleb(0), uleb(128);
	uleb(0);
	uleb(128), uleb(0), uleb(5);
	/* a part: its number, flags, lines and rule */
	uleb(1), uleb(2), uleb(32), uleb(1), uleb(2), uleb(1), uleb(200000);
	end(body);
	body = begin('B');
	u(id, 8);
	uleb(1), uleb(12);
	uleb(0);
	uleb(0);
	uleb(2), uleb(1), uleb(200000);
	end(body);
}

/* addresses[i]: where the address fields of the two sites and the flags' record are. */
static void want_all(unsigned addr_bytes, size_t *addresses)
{
	uint64_t id = ID;
	size_t body = begin('F');

	u(id, 8), u(2, 1), u(2, 1);
	str(NAME), str(UNIT);
	uleb(3), uleb(129), uleb(1), uleb(2), str("u.c"), str(NAME), str(DIR);
	end(body);
	want_blocks(id);
	for (uint32_t i = 0; i < 2; i++) {
		body = begin('S');
		addresses[i] = n_want;
		u(0, addr_bytes), u(id, 8), u(i, 4), u(0xfffffffe + i, 4), u(2, 1);
		end(body);
	}
	body = begin('V');
	u(id, 8), u(1, 1);
	addresses[2] = n_want;
	u(0, addr_bytes), uleb(2), uleb(1), uleb(300);
	addresses[3] = n_want;
	u(0, addr_bytes);
	end(body);
}

static int check(unsigned addr_bytes, const char *path)
{
	unsigned char have[sizeof(want)];
	FILE *f = fopen(path, "rb");
	size_t n, addresses[4];

	if (!f)
		return 1;
	n = fread(have, 1, sizeof(have), f);
	fclose(f);
	want_all(addr_bytes, addresses);
	if (n != n_want) {
		fprintf(stderr, "%s: %zu bytes, want %zu\n", path, n, n_want);
		return 1;
	}
	/* The linker fills the addresses in. */
	for (int i = 0; i < 4; i++)
		memset(have + addresses[i], 0, addr_bytes);
	for (size_t i = 0; i < n; i++)
		if (have[i] != want[i]) {
			fprintf(stderr, "%s: byte %zu is %02x, want %02x\n", path, i, have[i],
				want[i]);
			return 1;
		}
	return 0;
}

int main(int argc, char **argv)
{
	unsigned addr_bytes = argc > 2 && *argv[2] == '8' ? 8 : 4;

	if (argc >= 3 && !strcmp(argv[1], "text"))
		return print_text(addr_bytes, argc > 3 ? argv[3] : NULL);
	if (argc == 4 && !strcmp(argv[1], "check"))
		return check(addr_bytes, argv[3]);
	fprintf(stderr, "usage: map_asm_tool text|check ADDR_BYTES [GROUP|FILE]\n");
	return 2;
}
