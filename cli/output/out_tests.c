/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/out_tests.h"
#include "output/text.h"

#define NO_NAME "(no test)"
#define NAME_COLUMNS 36u   /* at least */
#define NUMBER_COLUMNS 38u /* beside them, with their heads */

static size_t count_both(const struct bit_set *a, const struct bit_set *b)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n && i < b->n; i++)
		n += (size_t)__builtin_popcountll(a->words[i] & b->words[i]);
	return n;
}

size_t tests_reached(const struct test *t, const struct tests_query *q)
{
	return q->is_function ? count_both(&t->functions, &q->functions)
			      : count_both(&t->lines, &q->lines);
}

static size_t count_set(const struct bit_set *s)
{
	return count_both(s, s);
}

/* Returns the width that names have in tables: of the longest, as far as there is room. */
static unsigned name_columns(FILE *f, const struct tests *t)
{
	const unsigned most = out_text_width(f) - 2 - NUMBER_COLUMNS;
	size_t longest = NAME_COLUMNS;

	for (size_t i = 0; i < t->n; i++) {
		size_t n = text_columns(t->v[i].name);

		longest = n > longest ? n : longest;
	}
	return longest > most && most > NAME_COLUMNS ? most
	       : longest > most                      ? NAME_COLUMNS
						     : (unsigned)longest;
}

/* Prints a name and pads it, whole, since it is what one gives to the test runner. */
static void print_name(FILE *f, const char *name, unsigned columns)
{
	size_t n;

	name = *name ? name : NO_NAME;
	n = text_columns(name);
	print_sanitized(f, name);
	if (n > columns)
		fprintf(f, "\n%*s", (int)columns + 2, "");
	else
		fprintf(f, "%*s", (int)(columns - n), "");
}

static void print_row(FILE *f, const struct tests *t, const struct test *v, bool is_needed,
		      unsigned columns)
{
	char share[SHARE_ROOM];

	fputs("  ", f);
	print_name(f, v->name, columns);
	fprintf(f, " %7zu %5s%%", v->n_lines, share_text(share, v->n_lines, t->all->n_lines));
	if (!*v->name)
		fprintf(f, "       -       -\n");
	else if (is_needed)
		fprintf(f, " %7zu %7zu\n", v->alone, v->added);
	else
		fprintf(f, " %7zu redundant\n", v->alone);
}

void out_tests(FILE *f, const struct tests *t, enum tests_choice choice, size_t n_never_ran)
{
	const struct counts *all = &t->all->line_counts;
	size_t first = choice == TESTS_REDUNDANT ? t->n_needed : 0;
	size_t end = choice == TESTS_NEEDED ? t->n_needed : t->n_named;
	const unsigned columns = name_columns(f, t);
	char share[SHARE_ROOM];

	fprintf(f, "%-*s   lines           alone  blocks added\n", (int)columns + 2, "Tests");
	for (size_t i = first; i < end; i++)
		print_row(f, t, &t->v[t->order[i]], i < t->n_needed, columns);
	for (size_t i = 0; i < t->n; i++)
		if (!*t->v[i].name && choice == TESTS_ALL)
			print_row(f, t, &t->v[i], false, columns);
	fprintf(f, "%zu of %zu %s reach every block that a test reaches; %zu %s redundant\n",
		t->n_needed, t->n_named, plural(t->n_named, "test", "tests"),
		t->n_named - t->n_needed, plural(t->n_named - t->n_needed, "is", "are"));
	fprintf(f, "All recordings: %zu of %zu lines %s%%\n", all->covered, all->total,
		share_text(share, all->covered, all->total));
	if (n_never_ran)
		fprintf(f, "Built: %zu %s with code that never ran\n", n_never_ran,
			plural(n_never_ran, "image or object", "images or objects"));
}

static size_t count_reaching(const struct tests *t, const struct tests_query *q)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += *t->v[i].name && tests_reached(&t->v[i], q);
	return n;
}

static void print_reaching(FILE *f, const struct tests *t, const struct tests_query *q)
{
	size_t all = count_set(q->is_function ? &q->functions : &q->lines);
	const unsigned columns = name_columns(f, t);

	for (size_t i = 0; i < t->n; i++) {
		size_t n = tests_reached(&t->v[i], q);

		if (!n)
			continue;
		fputs("  ", f);
		if (all > 1)
			print_name(f, t->v[i].name, columns);
		else
			print_sanitized(f, *t->v[i].name ? t->v[i].name : NO_NAME);
		if (all > 1)
			fprintf(f, " %7zu of %zu %s", n, all,
				q->is_function ? "functions" : "lines");
		putc('\n', f);
	}
}

void out_tests_query(FILE *f, const struct tests *t, const struct tests_query *q)
{
	size_t n = count_reaching(t, q);

	print_sanitized(f, q->word);
	if (n || state_is_covered(q->state)) {
		fprintf(f, ": %zu of %zu %s\n", n, t->n_named, plural(t->n_named, "test", "tests"));
		print_reaching(f, t, q);
	} else if (q->state == STATE_UNKNOWN) {
		char *why = unknown_text(t->all, q->reason);
		const char *help = unknown_help(t->all, q->reason);

		fprintf(f, ": unknown whether a test reaches it: %s%s%s\n", why, help ? "; " : "",
			help ? help : "");
		free(why);
	} else {
		fprintf(f, ": no test reaches it\n");
	}
}

void out_tests_change(FILE *f, const struct tests *t, const struct tests_query *q)
{
	size_t n = count_reaching(t, q);

	fprintf(f, "%zu of %zu %s %s files that changed since ", n, t->n_named,
		plural(t->n_named, "test", "tests"), plural(n, "reaches", "reach"));
	print_sanitized(f, q->word);
	putc('\n', f);
	print_reaching(f, t, q);
}

void out_tests_names(FILE *f, const struct tests *t, const struct tests_query *q, size_t n,
		     enum tests_choice choice)
{
	size_t first = choice == TESTS_REDUNDANT ? t->n_needed : 0;
	size_t end = choice == TESTS_NEEDED ? t->n_needed : t->n_named;

	if (!n) {
		for (size_t i = first; i < end; i++)
			fprintf(f, "%s\n", t->v[t->order[i]].name);
		return;
	}
	for (size_t i = 0; i < t->n; i++) {
		bool reaches = false;

		for (size_t k = 0; k < n && !reaches; k++)
			reaches = tests_reached(&t->v[i], &q[k]) != 0;
		if (reaches && *t->v[i].name)
			fprintf(f, "%s\n", t->v[i].name);
	}
}

static json_t *test_json(const struct test *v, bool is_needed)
{
	json_t *j = json_pack("{s:o,s:I,s:I,s:I}", "test", json_text(v->name), "lines",
			      (json_int_t)v->n_lines, "lines_alone", (json_int_t)v->alone, "blocks",
			      (json_int_t)v->n_blocks);

	if (*v->name) {
		json_object_set_new(j, "blocks_added",
				    json_integer(is_needed ? (json_int_t)v->added : 0));
		json_object_set_new(j, "redundant", json_boolean(!is_needed));
	}
	if (v->lost)
		json_object_set_new(j, "lost", json_true());
	return j;
}

static json_t *query_json(const struct tests *t, const struct tests_query *q)
{
	json_t *tests = json_array(), *j;

	for (size_t i = 0; i < t->n; i++) {
		size_t n = tests_reached(&t->v[i], q);

		if (n)
			json_array_append_new(
				tests,
				json_pack("{s:o,s:I}", "test", json_text(t->v[i].name),
					  q->is_function ? "functions" : "lines", (json_int_t)n));
	}
	j = json_pack("{s:o,s:s,s:I,s:o}", "of", json_text(q->word), "state", state_name(q->state),
		      q->is_function ? "functions" : "lines",
		      (json_int_t)count_set(q->is_function ? &q->functions : &q->lines), "tests",
		      tests);
	if (q->state == STATE_UNKNOWN)
		json_object_set_new(j, "reason", json_string(unknown_name(q->reason)));
	return j;
}

void out_tests_json(FILE *f, const struct tests *t, const struct tests_query *q, size_t n)
{
	json_t *all = json_array(), *answers = json_array(), *j;

	for (size_t i = 0; i < t->n_named; i++)
		json_array_append_new(all, test_json(&t->v[t->order[i]], i < t->n_needed));
	for (size_t i = 0; i < t->n; i++)
		if (!*t->v[i].name)
			json_array_append_new(all, test_json(&t->v[i], false));
	for (size_t i = 0; i < n; i++)
		json_array_append_new(answers, query_json(t, &q[i]));
	j = json_pack("{s:s,s:I,s:o,s:o}", "schema", "anycov-tests-1", "lines",
		      (json_int_t)t->all->n_lines, "tests", all, "answers", answers);
	json_dumpf(j, f, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
	putc('\n', f);
	json_decref(j);
}

json_t *json_test_names(const struct tests *t)
{
	json_t *names = json_array();

	for (size_t i = 0; i < t->n; i++)
		json_array_append_new(names, json_text(t->v[i].name));
	return names;
}

json_t *json_tests_of_line(const struct tests *t, size_t line)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->n; i++)
		if (bit_set_has(&t->v[i].lines, line))
			json_array_append_new(list, json_integer((json_int_t)i));
	return list;
}
