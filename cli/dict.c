/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "dict.h"
#include "out.h"

/* Comparisons of neighbouring bytes stand this near to each other. */
#define ROW_DISTANCE 256

static bool same(const struct dict_token *a, const struct dict_token *b)
{
	return a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

static void add_token(struct dict *d, const struct dict_token *t)
{
	uint64_t *place;

	for (uint64_t h = hash_more(HASH_START, t->bytes, t->n);; h++) {
		place = numset_at(&d->index, h);
		if (!*place)
			break;
		if (same(&d->v[*place - 1], t))
			return;
	}
	GROW(d->v, d->n, d->room);
	d->v[d->n] = *t;
	*place = ++d->n;
}

static void add_number(struct dict *d, uint64_t v, unsigned bytes)
{
	struct dict_token little = { .n = bytes }, big = { .n = bytes };

	for (unsigned i = 0; i < bytes; i++) {
		little.bytes[i] = (unsigned char)(v >> 8 * i);
		big.bytes[bytes - 1 - i] = little.bytes[i];
	}
	add_token(d, &little);
	add_token(d, &big);
}

/*
 * In the operand's size, and in each smaller one that holds the value: C
 * compares a char as an int.  0 and all ones every fuzzer tries by itself.
 */
static void add_constant(struct dict *d, const struct dump_cmp *c)
{
	unsigned bytes = cmp_bytes(c->type);
	uint64_t all = bytes < 8 ? (1ull << 8 * bytes) - 1 : UINT64_MAX;
	uint64_t v = c->arg1 & all;

	if (!v || v == all)
		return;
	add_number(d, v, bytes);
	while (bytes > 1 && !(c->type & ANYCOV_CMP_FLOAT)) {
		bytes /= 2;
		if (v >> 8 * bytes)
			break;
		add_number(d, v, bytes);
	}
}

/* A token out of one byte is there already, or says nothing. */
static void end_run(struct dict *d, struct dict_run *run)
{
	if (run->open && run->sides[0].n > 1) {
		add_token(d, &run->sides[0]);
		if (run->loop && !same(&run->sides[0], &run->sides[1]))
			add_token(d, &run->sides[1]);
	}
	run->open = false;
}

static void extend(struct dict_run *run, const struct dump_cmp *c)
{
	uint64_t args[2] = { c->arg1, c->arg2 };

	if (!run->open) {
		run->sides[0].n = run->sides[1].n = 0;
		run->open = true;
	}
	run->pc = c->pc;
	for (int i = 0; i < 2; i++)
		if (run->sides[i].n < DICT_TOKEN_MAX)
			run->sides[i].bytes[run->sides[i].n++] = (unsigned char)args[i];
}

/* s[0] == 'G' && s[1] == 'I' && s[2] == 'F': constants in a row, one behind the other. */
static void add_to_row(struct dict *d, const struct dump_cmp *c)
{
	bool byte = c->type & ANYCOV_CMP_CONST && !(c->type & ANYCOV_CMP_FLOAT) &&
		    c->arg1 - 1 < 255;

	if (d->row.open && (!byte || c->pc <= d->row.pc || c->pc - d->row.pc > ROW_DISTANCE))
		end_run(d, &d->row);
	if (!byte)
		return;
	extend(&d->row, c);
	if (c->arg1 != c->arg2)
		end_run(d, &d->row);
}

/* while (*a == *b) a++, b++: one comparison of bytes again and again. */
static void add_to_loop(struct dict *d, const struct dump_cmp *c)
{
	bool byte = !(c->type & (ANYCOV_CMP_CONST | ANYCOV_CMP_FLOAT)) && c->arg1 < 256 &&
		    c->arg2 < 256;

	if (!byte) {
		/* What such a loop itself compares with constants: its end, its counter. */
		if (!(c->type & ANYCOV_CMP_CONST))
			end_run(d, &d->loop);
		return;
	}
	if (d->loop.open && c->pc != d->loop.pc)
		end_run(d, &d->loop);
	d->loop.loop = true;
	extend(&d->loop, c);
	if (c->arg1 != c->arg2)
		end_run(d, &d->loop);
}

void dict_add(struct dict *d, const struct dump_cmp *c, bool in_order)
{
	if (c->type & ANYCOV_CMP_CONST)
		add_constant(d, c);
	if (!in_order)
		return;
	add_to_row(d, c);
	add_to_loop(d, c);
}

void dict_break(struct dict *d)
{
	end_run(d, &d->row);
	end_run(d, &d->loop);
}

static int compare_tokens(const void *a, const void *b)
{
	const struct dict_token *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return memcmp(x->bytes, y->bytes, x->n);
}

void dict_print(struct dict *d, FILE *f)
{
	dict_break(d);
	if (d->n)
		qsort(d->v, d->n, sizeof(*d->v), compare_tokens);
	numset_free(&d->index); /* its places are void now */
	for (size_t i = 0; i < d->n; i++) {
		fprintf(f, "anycov_%zu=\"", i);
		for (unsigned k = 0; k < d->v[i].n; k++) {
			unsigned char c = d->v[i].bytes[k];

			if (c >= ' ' && c < 127 && c != '"' && c != '\\')
				putc(c, f);
			else
				fprintf(f, "\\x%02X", c);
		}
		fputs("\"\n", f);
	}
}

void dict_free(struct dict *d)
{
	free(d->v);
	numset_free(&d->index);
	memset(d, 0, sizeof(*d));
}
