/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The readers with damaged input, built with ASan and UBSan.
 *
 *   mutations dump FILE    every truncation and every flipped bit must be an error,
 *                          and nothing of such a file may be delivered
 *   mutations map FILE N   N random changes of the map of an ELF image (seed
 *                          fixed): an error or a result, never a crash
 *   mutations elf FILE N   the same anywhere in an ELF image
 *   mutations compressed FILE   the same of a dump that zstd compressed; a flipped bit
 *                          may be one that means nothing
 *   mutations lengths FILE every length field of a dump set to extremes
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "coverage/model/coverage.h"
#include "dump/reader.h"
#include "coverage/model/instrumented_image.h"
#include "image/image_index.h"
#include "output/output.h"

static unsigned char *original;
static size_t size;
static char scratch[] = "mutations.XXXXXX";
static size_t delivered;
static uint64_t delivered_sum;

static void die(const char *what)
{
	fprintf(stderr, "mutations: %s\n", what);
	exit(1);
}

static void load(const char *path)
{
	FILE *f = fopen(path, "rb");
	long n;

	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) <= 0)
		die("no input");
	rewind(f);
	size = (size_t)n;
	original = xmalloc(size);
	if (fread(original, 1, size, f) != size)
		die("input cannot be read");
	fclose(f);
}

static void store(const unsigned char *p, size_t n)
{
	int fd = open(scratch, O_WRONLY | O_TRUNC);

	if (fd < 0 || write(fd, p, n) != (ssize_t)n)
		die("no scratch file");
	close(fd);
}

static int on_pcs(void *ctx, const struct dump_chunk *c, const uint64_t *pcs, size_t n)
{
	(void)ctx;
	(void)c;
	for (size_t i = 0; i < n; i++)
		delivered_sum = delivered_sum * 31 + pcs[i];
	delivered += n;
	return 0;
}

static int on_cmps(void *ctx, const struct dump_chunk *c, const struct dump_cmp *cmps, size_t n)
{
	(void)ctx;
	(void)c;
	for (size_t i = 0; i < n; i++)
		delivered_sum = delivered_sum * 31 + cmps[i].arg1 * 7 + cmps[i].pc;
	delivered += n;
	return 0;
}

static int on_module(void *ctx, const struct dump_module *m)
{
	(void)ctx;
	delivered += strlen(m->path) + 1;
	return 0;
}

static int on_head(void *ctx, const struct dump_info *info)
{
	(void)ctx;
	delivered += info->word_bytes;
	return 0;
}

static int read_scratch(struct anycov_error *err)
{
	static const struct dump_visitor v = {
		.head = on_head, .pcs = on_pcs, .cmps = on_cmps, .module = on_module
	};

	delivered = 0;
	delivered_sum = 0;
	err->text[0] = 0;
	return dump_read(scratch, NULL, &v, NULL, err);
}

static void must_fail(const char *what, size_t at)
{
	struct anycov_error err;

	if (!read_scratch(&err)) {
		fprintf(stderr, "mutations: %s at %zu was not noticed\n", what, at);
		exit(1);
	}
	if (delivered || !err.text[0] || strchr(err.text, '\n') || !strchr(err.text, ':')) {
		fprintf(stderr, "mutations: %s at %zu: half a result, or no sentence: %s\n", what,
			at, err.text);
		exit(1);
	}
}

static void dumps(void)
{
	unsigned char *copy = xmalloc(size);
	struct anycov_error err;

	store(original, size);
	if (read_scratch(&err) || !delivered)
		die("the dump itself is not sound");
	for (size_t n = 0; n < size; n++) {
		store(original, n);
		must_fail("truncation", n);
	}
	for (size_t bit = 0; bit < size * 8; bit++) {
		memcpy(copy, original, size);
		copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
		store(copy, size);
		must_fail("bit flip", bit / 8);
	}
	printf("%zu truncations and %zu flips told\n", size, size * 8);
	free(copy);
}

/* Every truncation is an error; a flipped bit is one, or changes nothing that is delivered. */
static void compressed(void)
{
	unsigned char *copy = xmalloc(size);
	struct anycov_error err;
	size_t whole, harmless = 0;
	uint64_t sum;

	store(original, size);
	if (read_scratch(&err) || !delivered)
		die("the dump itself is not sound");
	whole = delivered;
	sum = delivered_sum;
	for (size_t n = 0; n < size; n++) {
		store(original, n);
		must_fail("truncation", n);
	}
	for (size_t bit = 0; bit < size * 8; bit++) {
		memcpy(copy, original, size);
		copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
		store(copy, size);
		if (read_scratch(&err))
			must_fail("bit flip", bit / 8);
		else if (delivered != whole || delivered_sum != sum)
			die("a flipped bit changed what was read");
		else
			harmless++;
	}
	printf("%zu truncations and %zu flips told, %zu harmless\n", size, size * 8, harmless);
	free(copy);
}

/* Any four bytes may be a length. */
static void lengths(void)
{
	static const uint32_t values[] = { 0,          1,          15,         16,
					   0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff };
	unsigned char *copy = xmalloc(size);
	struct anycov_error err;

	for (size_t at = 0; at + 4 <= size; at++) {
		for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
			memcpy(copy, original, size);
			memcpy(copy + at, &values[i], 4);
			store(copy, size);
			if (!memcmp(copy, original, size))
				continue;
			read_scratch(&err);
		}
	}
	printf("%zu lengths tried\n", size);
	free(copy);
}

static uint64_t state = 88172645463325252u;

static uint64_t random_number(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* All that report and sites do. */
static void use(const char *path, bool html)
{
	struct anycov_error err = { "" };
	struct instrumented_image *m = instrumented_image_open(path, &err);
	struct match_result r = { .images = &m, .n_images = 1 };
	static const struct html_origin origin = { .command = "anycov" };
	static const struct text_style style = { .edges = true };
	struct selection selection = { 0 };
	FILE *nowhere;
	struct coverage *c;
	const struct json_images images = { .v = &c, .n = 1 };

	if (!m) {
		if (!err.text[0] || strchr(err.text, '\n'))
			die("an error without a sentence");
		return;
	}
	nowhere = fopen("/dev/null", "w");
	if (!nowhere)
		die("no /dev/null");
	for (size_t i = 0; i < m->n_probes; i++) {
		m->probes[i].hits = i % 3;
		free(image_address_text(m->img, m->probes[i].return_address));
		free(probe_describe(m, &m->probes[i], true));
	}
	c = coverage_make(m, &(struct recording){ .from_start = true },
			  &(struct string_list){ NULL, 0, 0 }, &selection);
	out_text(nowhere, c, &style);
	out_lcov(nowhere, c);
	out_lcov_2(nowhere, c);
	out_cobertura(nowhere, c);
	out_llvm_json(nowhere, c);
	out_sancov(nowhere, c, &selection);
	out_json(nowhere, &images, NULL, &r, true, true);
	if (html && out_html("mutations.html", c, &r, &origin, &err))
		die(err.text);
	coverage_free(c);
	selection_free(&selection);
	instrumented_image_close(m);
	fclose(nowhere);
}

/* Each in its own process, to identify the change that crashes it. */
static void try_image(unsigned long round, size_t from, size_t to)
{
	unsigned char *copy = xmalloc(size);
	unsigned changes = 1 + (unsigned)(random_number() % 8);
	size_t n = size;
	int status;
	pid_t pid;

	memcpy(copy, original, size);
	for (unsigned i = 0; i < changes; i++) {
		size_t at = from + (size_t)(random_number() % (to - from));
		static const unsigned char extremes[] = { 0, 1, 0x7f, 0x80, 0xff };

		copy[at] = random_number() % 2 ? (unsigned char)random_number()
					       : extremes[random_number() % 5];
	}
	if (!from && random_number() % 4 == 0)
		n = (size_t)(random_number() % size);
	store(copy, n);
	free(copy);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		alarm(60);
		use(scratch, round % 16 == 0);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "mutations: round %lu: status %#x; the file is kept as %s\n", round,
			(unsigned)status, scratch);
		exit(1);
	}
}

static void images(const char *path, bool map_only, unsigned long rounds)
{
	struct anycov_error err;
	struct image *img = image_open(path, &image_index_finder, &err);
	size_t from = 0, to = size;

	if (!img)
		die(err.text);
	for (size_t i = 1; map_only && i < img->n_sections; i++) {
		if (!ends_with(img->sections[i].name, "anycov_map") || img->sections[i].type != 1)
			continue;
		from = (size_t)img->sections[i].offset;
		to = from + (size_t)img->sections[i].size;
	}
	image_close(img);
	if (map_only && !from)
		die("the image has no map");
	use(path, true);
	for (unsigned long i = 0; i < rounds; i++)
		try_image(i, from, to);
	printf("%lu images read\n", rounds);
}

int main(int argc, char **argv)
{
	int fd;

	if (argc < 3)
		return 2;
	load(argv[2]);
	fd = mkstemp(scratch);
	if (fd < 0)
		die("no scratch file");
	close(fd);
	if (!strcmp(argv[1], "dump"))
		dumps();
	else if (!strcmp(argv[1], "compressed"))
		compressed();
	else if (!strcmp(argv[1], "lengths"))
		lengths();
	else
		images(argv[2], !strcmp(argv[1], "map"),
		       argc > 3 ? strtoul(argv[3], NULL, 0) : 100);
	unlink(scratch);
	free(original);
	return 0;
}
