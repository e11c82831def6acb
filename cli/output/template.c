/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/u64_map.h"
#include "output/html.h"
#include "output/template.h"

/* Sections in sections. */
#define MAX_DEPTH 8

enum op_kind { OP_END, OP_TEXT, OP_VALUE, OP_IF, OP_UNLESS };

struct op {
	enum op_kind kind;
	uint32_t after; /* of a section: index of the op after it */
	const char *s;  /* the text, or the name */
	size_t n;
};

static struct {
	struct op *ops;
	size_t n, room;
	struct u64_map first; /* by the hash of a name: index of the first op */
	const char *name;     /* for messages: the template that is read or printed */
	size_t open[MAX_DEPTH], depth;
} templates;

/* Ends the program: a template and the code that prints it disagree. */
static void __attribute__((noreturn)) broken(const char *what, const char *s, size_t n)
{
	fprintf(stderr, "anycov: template %.*s: %s %.*s\n", (int)strcspn(templates.name, "}"),
		templates.name, what, (int)n, s);
	abort();
}

static void add(enum op_kind kind, const char *s, size_t n)
{
	if (templates.n == templates.room) {
		templates.room = templates.room ? 2 * templates.room : 256;
		templates.ops = xrealloc(templates.ops, templates.room * sizeof(*templates.ops));
	}
	templates.ops[templates.n++] = (struct op){ .kind = kind, .s = s, .n = n };
}

/* Adds what is between {{ and }}. */
static void add_tag(const char *s, size_t n)
{
	struct op *open;

	if (!n || !strchr("#^/", *s)) {
		add(OP_VALUE, s, n);
		return;
	}
	if (*s != '/') {
		if (templates.depth == MAX_DEPTH)
			broken("sections too deep at", s, n);
		templates.open[templates.depth++] = templates.n;
		add(*s == '#' ? OP_IF : OP_UNLESS, s + 1, n - 1);
		return;
	}
	open = templates.depth ? &templates.ops[templates.open[--templates.depth]] : NULL;
	if (!open || open->n != n - 1 || memcmp(open->s, s + 1, n - 1))
		broken("no section to end at", s, n);
	open->after = (uint32_t)templates.n;
}

/* Adds a line with its end, or without if that is to be joined. */
static void add_line(const char *s, size_t n)
{
	const char *tag, *end;

	while (n && *s == '\t') {
		s++;
		n--;
	}
	if (n > 1 && s[n - 2] == '\\')
		n -= 2;
	while (n) {
		tag = memmem(s, n, "{{", 2);
		end = tag ? memmem(tag, n - (size_t)(tag - s), "}}", 2) : NULL;
		if (tag && !end)
			broken("no end of", tag, 2);
		if (tag != s)
			add(OP_TEXT, s, tag ? (size_t)(tag - s) : n);
		if (!tag)
			return;
		add_tag(tag + 2, (size_t)(end - tag) - 2);
		n -= (size_t)(end + 2 - s);
		s = end + 2;
	}
}

static void end_template(void)
{
	if (templates.depth)
		broken("no end of a section", "", 0);
	add(OP_END, NULL, 0);
}

static void begin_template(const char *name, size_t n)
{
	uint64_t *at = u64_map_get_or_add(&templates.first, fnv1a_update(FNV1A_OFFSET, name, n));

	end_template();
	templates.name = name;
	if (*at)
		broken("defined twice", "", 0);
	*at = templates.n;
}

void template_read(const char *s)
{
	static const char define[] = "{{define ";

	templates.n = templates.depth = 0;
	u64_map_clear(&templates.first);
	templates.name = "before the first one";
	for (const char *end; *s; s = end) {
		const size_t n = strcspn(s, "\n") + (strchr(s, '\n') != NULL);

		end = s + n;
		if (!strncmp(s, define, sizeof(define) - 1))
			begin_template(s + sizeof(define) - 1,
				       strcspn(s + sizeof(define) - 1, "}\n"));
		else if (*s != '\n' && strncmp(s, "{{!", 3) != 0)
			add_line(s, n);
	}
	end_template();
}

static const struct op *find_template(const char *name)
{
	const uint64_t *at;

	templates.name = name;
	at = u64_map_find(&templates.first, fnv1a_update(FNV1A_OFFSET, name, strlen(name)));
	if (!at)
		broken("not defined", "", 0);
	return templates.ops + *at;
}

/* Returns the value of an op, which is near the one before in most calls. */
static const struct template_value *
find_value(const struct template_value *v, const struct template_value **last, const struct op *op)
{
	for (unsigned pass = 0; v && pass < 2; pass++)
		for (const struct template_value *at = pass ? v : *last; at->name; at++)
			if (!strncmp(at->name, op->s, op->n) && !at->name[op->n])
				return *last = at;
	broken("no value", op->s, op->n);
}

static bool is_set(const struct template_value *v)
{
	if (v->kind == TEMPLATE_NUMBER)
		return v->number != 0;
	if (v->kind == TEMPLATE_PART)
		return v->part.print != NULL;
	return v->text.s && (v->text.n == SIZE_MAX ? *v->text.s != 0 : v->text.n != 0);
}

static void print_number(FILE *f, uint64_t n)
{
	char digits[20], *s = digits + sizeof(digits);

	do
		*--s = (char)('0' + n % 10);
	while (n /= 10);
	fwrite_unlocked(s, 1, (size_t)(digits + sizeof(digits) - s), f);
}

static void print_value(FILE *f, const struct template_value *v)
{
	if (v->kind == TEMPLATE_NUMBER)
		print_number(f, v->number);
	else if (!is_set(v))
		return;
	else if (v->kind == TEMPLATE_PART)
		v->part.print(f, v->part.data);
	else
		html_text(f, v->text.s, v->text.n == SIZE_MAX ? strlen(v->text.s) : v->text.n);
}

void template_print(FILE *f, const char *name, const struct template_value *values)
{
	const struct template_value *last = values;

	for (const struct op *op = find_template(name); op->kind != OP_END; op++) {
		const struct template_value *v;

		if (op->kind == OP_TEXT) {
			fwrite_unlocked(op->s, 1, op->n, f);
			continue;
		}
		v = find_value(values, &last, op);
		if (op->kind == OP_VALUE)
			print_value(f, v);
		else if (is_set(v) == (op->kind == OP_UNLESS))
			op = templates.ops + op->after - 1;
		templates.name = name;
	}
}
