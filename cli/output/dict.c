/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "output/dict.h"
#include "output/output.h"

/* The maximum distance of the code of comparisons of neighbouring bytes. */
#define SEQUENCE_DISTANCE 256

static bool same(const struct dict_token *a, const struct dict_token *b)
{
	return a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

static void add_token(struct dict *d, const struct dict_token *t)
{
	uint64_t *slot;

	for (uint64_t h = fnv1a_update(FNV1A_OFFSET, t->bytes, t->n);; h++) {
		slot = u64_map_get_or_add(&d->index, h);
		if (!*slot)
			break;
		if (same(&d->v[*slot - 1], t))
			return;
	}
	ARRAY_GROW(d->v, d->n, d->room);
	d->v[d->n] = *t;
	*slot = ++d->n;
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
 * Adds a constant in the size of the operand, and in smaller ones that can represent
 * it, because C compares a char as an int.  Fuzzers try 0 and all ones anyway.
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

/* A sequence of one byte is already a constant, or not useful. */
static void end_sequence(struct dict *d, struct dict_sequence *q)
{
	if (q->open && q->sides[0].n > 1) {
		add_token(d, &q->sides[0]);
		if (q->loop && !same(&q->sides[0], &q->sides[1]))
			add_token(d, &q->sides[1]);
	}
	q->open = false;
}

static void extend(struct dict_sequence *q, const struct dump_cmp *c)
{
	uint64_t args[2] = { c->arg1, c->arg2 };

	if (!q->open) {
		q->sides[0].n = q->sides[1].n = 0;
		q->open = true;
	}
	q->pc = c->pc;
	for (int i = 0; i < 2; i++)
		if (q->sides[i].n < DICT_TOKEN_MAX)
			q->sides[i].bytes[q->sides[i].n++] = (unsigned char)args[i];
}

/* s[0] == 'G' && s[1] == 'I' && s[2] == 'F': a sequence of constants. */
static void add_to_sequence(struct dict *d, const struct dump_cmp *c)
{
	bool byte =
		c->type & ANYCOV_CMP_CONST && !(c->type & ANYCOV_CMP_FLOAT) && c->arg1 - 1 < 255;

	if (d->sequence.open &&
	    (!byte || c->pc <= d->sequence.pc || c->pc - d->sequence.pc > SEQUENCE_DISTANCE))
		end_sequence(d, &d->sequence);
	if (!byte)
		return;
	extend(&d->sequence, c);
	if (c->arg1 != c->arg2)
		end_sequence(d, &d->sequence);
}

/* while (*a == *b) a++, b++: a comparison of bytes in a loop. */
static void add_to_loop(struct dict *d, const struct dump_cmp *c)
{
	bool byte = !(c->type & (ANYCOV_CMP_CONST | ANYCOV_CMP_FLOAT)) && c->arg1 < 256 &&
		    c->arg2 < 256;

	if (!byte) {
		/* Ignore comparisons with constants: the end of the loop, its counter. */
		if (!(c->type & ANYCOV_CMP_CONST))
			end_sequence(d, &d->loop);
		return;
	}
	if (d->loop.open && c->pc != d->loop.pc)
		end_sequence(d, &d->loop);
	d->loop.loop = true;
	extend(&d->loop, c);
	if (c->arg1 != c->arg2)
		end_sequence(d, &d->loop);
}

void dict_add(struct dict *d, const struct dump_cmp *c, bool in_order)
{
	if (c->type & ANYCOV_CMP_CONST)
		add_constant(d, c);
	if (!in_order)
		return;
	add_to_sequence(d, c);
	add_to_loop(d, c);
}

void dict_end_sequence(struct dict *d)
{
	end_sequence(d, &d->sequence);
	end_sequence(d, &d->loop);
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
	dict_end_sequence(d);
	if (d->n)
		qsort(d->v, d->n, sizeof(*d->v), compare_tokens);
	u64_map_free(&d->index); /* its indices are invalid now */
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
	u64_map_free(&d->index);
	memset(d, 0, sizeof(*d));
}
