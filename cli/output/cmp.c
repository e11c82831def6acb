/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Comparisons: location, operand size, constant, values. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "output/output.h"

#define VALUES_SHOWN 4

unsigned cmp_bytes(uint64_t type)
{
	return 1u << ((type & ANYCOV_CMP_MASK) >> 1);
}

void cmp_value(char *out, size_t room, uint64_t type, uint64_t v)
{
	unsigned bytes = cmp_bytes(type);

	if (type & ANYCOV_CMP_FLOAT) {
		uint32_t low = (uint32_t)v;
		float f;
		double d;

		memcpy(&f, &low, sizeof(f));
		memcpy(&d, &v, sizeof(d));
		snprintf(out, room, "%g", bytes == 4 ? (double)f : d);
		return;
	}
	if (bytes < 8)
		v &= (1ull << 8 * bytes) - 1;
	if (v < 128 && isprint((int)v))
		snprintf(out, room, "0x%" PRIx64 " '%c'", v, (int)v);
	else
		snprintf(out, room, "0x%" PRIx64, v);
}

static int order(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Returns the constant, or 0 if there is none. */
static uint64_t constant_of(const struct comparison *c)
{
	return c->type & ANYCOV_CMP_CONST ? c->arg1 : 0;
}

static int compare_rows(const struct comparison *x, const struct comparison *y)
{
	int o = order(x->image, y->image);

	if (!o)
		o = order(x->pc, y->pc);
	if (!o)
		o = order(x->type, y->type);
	return o ? o : order(constant_of(x), constant_of(y));
}

static int compare_cmps(const void *a, const void *b)
{
	const struct comparison *x = a, *y = b;
	int o = compare_rows(x, y);

	if (!o)
		o = order(x->arg1, y->arg1);
	return o ? o : order(x->arg2, y->arg2);
}

struct cmp_row *cmp_rows(struct match_result *r, size_t *n)
{
	struct comparison *v = r->cmps.v;
	struct cmp_row *rows = xmalloc(r->cmps.n * sizeof(*rows));

	*n = 0;
	if (r->cmps.n)
		qsort(v, r->cmps.n, sizeof(*v), compare_cmps);
	/* The indices of the hash table are invalid now. */
	free(r->cmps.table);
	r->cmps.table = NULL;
	r->cmps.slots = 0;
	for (size_t i = 0; i < r->cmps.n; i++) {
		struct cmp_row *row = *n ? &rows[*n - 1] : NULL;

		if (!row || compare_rows(&v[i - 1], &v[i])) {
			row = &rows[(*n)++];
			*row = (struct cmp_row){ .image = v[i].image,
						 .probe = v[i].probe,
						 .pc = v[i].pc,
						 .type = v[i].type,
						 .first = i,
						 .is_const = v[i].type & ANYCOV_CMP_CONST };
			row->constant = constant_of(&v[i]);
		}
		row->n++;
		row->hits += v[i].hits;
		row->equal = row->equal || v[i].arg1 == v[i].arg2;
	}
	return rows;
}

static void print_values(FILE *f, const struct match_result *r, const struct cmp_row *row)
{
	char a[64], b[64];

	for (size_t i = 0; i < row->n && i < VALUES_SHOWN; i++) {
		const struct comparison *c = &r->cmps.v[row->first + i];

		cmp_value(a, sizeof(a), c->type, c->arg1);
		cmp_value(b, sizeof(b), c->type, c->arg2);
		if (row->is_const)
			fprintf(f, "%s%s", i ? ", " : "", b);
		else
			fprintf(f, "%s%s : %s", i ? ", " : "", a, b);
	}
	if (row->n > VALUES_SHOWN)
		fprintf(f, ", and %zu more", row->n - VALUES_SHOWN);
}

void out_text_cmps(FILE *f, struct match_result *r)
{
	size_t n;
	struct cmp_row *rows = cmp_rows(r, &n);

	fprintf(f, "Comparisons: %zu\n  bytes   records  equal  constant\n", n);
	for (size_t i = 0; i < n; i++) {
		const struct cmp_row *row = &rows[i];
		const struct instrumented_image *m = r->images[row->image];
		char constant[64] = "-";

		if (row->is_const)
			cmp_value(constant, sizeof(constant), row->type, row->constant);
		fprintf(f, "  %5u %9" PRIu64 "  %-5s  %s\n    ", cmp_bytes(row->type), row->hits,
			row->equal ? "yes" : "no", constant);
		if (row->probe == SIZE_MAX) {
			fprintf(f, "0x%" PRIx64 " (no probe): ", row->pc);
		} else {
			char *where = probe_describe(m, &m->probes[row->probe], false);

			fprintf(f, "%s: ", where);
			free(where);
		}
		print_values(f, r, row);
		putc('\n', f);
	}
	free(rows);
}
