/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The readers for libFuzzer, with ASan and UBSan: input that begins like ELF is read
 * as by report and sites, other input as by dump and merge, and as files of flags.
 * The checksum of a dump is corrected first, so that changes get past it.  Input that is
 * compressed is read as it is, other input compressed, too, which must change nothing.  What begins
 * as XML, a tracefile of lcov or JSON is read as a baseline, and as of other tools.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include "anycov/dump.h"
#include "output/dict.h"
#include "coverage/history/baseline.h"
#include "coverage/history/foreign.h"
#include "dump/dump_set.h"
#include "dump/flags_file.h"
#include "output/html.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static FILE *nowhere;
static char path[64];
static int fd = -1;

static void store(const unsigned char *data, size_t size)
{
	if (fd < 0) {
		fd = memfd_create("input", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		nowhere = fopen("/dev/null", "w");
	}
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
}

/* Checks that an error is one line with the file's name. */
static void check(int failed, const struct anycov_error *err)
{
	if (failed && (strncmp(err->text, path, strlen(path)) || strchr(err->text, '\n')))
		abort();
}

static uint32_t number(const unsigned char *p, int big)
{
	return big ? (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]
		   : (uint32_t)p[3] << 24 | p[2] << 16 | p[1] << 8 | p[0];
}

static void put(unsigned char *p, uint32_t v, int big)
{
	for (int i = 0; i < 4; i++)
		p[i] = (unsigned char)(v >> 8 * (big ? 3 - i : i));
}

static void repair(unsigned char *p, size_t size)
{
	size_t at = 16;
	uint32_t chunks = 0;
	int big;

	if (size < 16)
		return;
	big = p[7] == ANYCOV_DUMP_BIG;
	while (size - at >= 16) {
		uint32_t length = number(p + at + 8, big);

		if (!memcmp(p + at, "END ", 4)) {
			if (size - at < 24)
				return;
			put(p + at + 16, (uint32_t)crc32(crc32(0, NULL, 0), p, (uInt)at), big);
			put(p + at + 20, chunks, big);
			return;
		}
		if (length > size - at - 16)
			return;
		at += 16 + length;
		chunks++;
	}
}

static int take_cmps(void *ctx, const struct dump_chunk *c, const struct dump_cmp *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dict_add(ctx, &v[i], c->kind == DUMP_CMP);
	return 0;
}

static void dumps(void)
{
	static const struct dump_visitor twice = { .cmps = take_cmps };
	static const struct raw_format formats[] = {
		{ 8, false, false }, { 4, true, false }, { 2, false, false }, { 8, true, true }
	};
	struct dump_set g = { 0 };
	struct dict d = { 0 };
	struct anycov_error err;

	check(dump_read(path, NULL, &twice, &d, &err), &err);
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		check(dump_read(path, &formats[i], &twice, &d, &err), &err);
	dict_print(&d, nowhere);
	dict_free(&d);
	check(dump_set_add(&g, path, &err), &err);
	dump_set_sort(&g);
	dump_set_free(&g);
}

static void flags(void)
{
	struct anycov_error err;
	struct flags_file f;
	int failed = flags_file_read(path, &f, &err);

	check(failed, &err);
	if (!failed)
		flags_file_write(nowhere, &f);
	flags_file_free(&f);
}

static void image(void)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);
	struct text_style style = { .colour = true, .edges = true, .width = 60 };
	struct match_result r = { .images = &m, .n_images = 1 };
	struct string_list sources = { 0 };
	struct selection selection = { .no_markers = true };
	struct recording recording;
	struct coverage *c;
	const struct json_images images = { .v = &c, .n = 1 };

	check(!m, &err);
	if (!m)
		return;
	for (size_t i = 0; i < m->n_probes; i++) {
		m->probes[i].hits = i % 3;
		free(image_address_text(m->img, m->probes[i].return_address));
		free(probe_describe(m, &m->probes[i], true));
	}
	recording = (struct recording){ m->n_probes % 2, m->n_probes % 3, !(m->n_probes % 5) };
	string_list_add(&sources, ".=/moved");
	string_list_add(&sources, "/home=x");
	string_list_add(&selection.exclude, "*.h");
	string_list_add(&selection.functions, "*[a-z]*");
	c = coverage_make(m, &recording, &sources, &selection);
	string_list_free(&sources);
	out_text(nowhere, c, &style);
	out_lcov(nowhere, c);
	out_lcov_2(nowhere, c);
	out_cobertura(nowhere, c);
	out_llvm_json(nowhere, c);
	out_sancov(nowhere, c, &selection);
	out_json(nowhere, &images, NULL, &r, true, true);
	for (size_t i = 0; i < c->n_files; i++) {
		html_text(nowhere, c->files[i].path, strlen(c->files[i].path));
		free(html_page_name(c->files[i].path));
	}
	coverage_free(c);
	selection_free(&selection);
	instrumented_image_close(m);
}

static int sum_pcs(void *ctx, const struct dump_chunk *c, const uint64_t *pcs, size_t n)
{
	uint64_t *sum = ctx;

	for (size_t i = 0; i < n; i++)
		*sum = *sum * 31 + pcs[i] + (uint64_t)c->kind;
	return 0;
}

static int read_sum(uint64_t *sum)
{
	static const struct dump_visitor sums = { .pcs = sum_pcs };
	struct anycov_error err;
	int failed = dump_read(path, NULL, &sums, sum, &err);

	check(failed, &err);
	return failed;
}

/* A dump and its compressed form are read alike. */
static void compressed(const unsigned char *data, size_t size)
{
	uint64_t plain = 0, small = 0;
	int failed = read_sum(&plain), failed_small;
	size_t room = ZSTD_compressBound(size), n;
	void *to = malloc(room);

	if (!to)
		return;
	n = ZSTD_compress(to, room, data, size, 1);
	store(to, n);
	free(to);
	failed_small = read_sum(&small);
	/* The text of a console log is not read if it is compressed. */
	if (failed ? !failed_small : !failed_small && plain != small)
		abort();
	if (!failed && failed_small && size >= 7 && !memcmp(data, "anycov", 6) && data[6] == 1)
		abort();
	flags();
}

static void baseline(void)
{
	struct baseline b;
	struct anycov_error err;

	if (foreign_is_file(path)) {
		struct foreign f = { .directory = "/src" };

		check(foreign_read(&f, path, &err), &err);
		foreign_free(&f);
	}
	if (baseline_read(&b, path, &err)) {
		check(1, &err);
		return;
	}
	for (size_t i = 0; i < b.n; i++)
		if (b.v[i].lines.covered > b.v[i].lines.total)
			abort();
	if (b.branches.covered > b.branches.total || b.functions.covered > b.functions.total)
		abort();
	baseline_free(&b);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	unsigned char *copy;

	if (size >= 3 && (*data == '<' || *data == '{' || !memcmp(data, "TN:", 3))) {
		store(data, size);
		baseline();
		return 0;
	}

	if (size >= 4 && !memcmp(data, "\177ELF", 4)) {
		store(data, size);
		image();
		return 0;
	}
	store(data, size);
	flags();
	dumps();
	if (size >= 4 && !memcmp(data, "\x28\xb5\x2f\xfd", 4))
		return 0;
	compressed(data, size);
	copy = malloc(size + 1);
	if (!copy)
		return 0;
	memcpy(copy, data, size);
	repair(copy, size);
	store(copy, size);
	free(copy);
	dumps();
	return 0;
}
