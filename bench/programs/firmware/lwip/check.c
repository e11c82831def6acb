/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include "check.h"

static int failed;

void bench_failed(const char *what)
{
	(void)what;
	failed++;
}

Suite *suite_create(const char *name)
{
	(void)name;
	return calloc(1, sizeof(Suite));
}

TCase *tcase_create(const char *name)
{
	(void)name;
	return calloc(1, sizeof(TCase));
}

void suite_add_tcase(Suite *s, TCase *t)
{
	TCase **last = &s->tests;

	while (*last)
		last = &(*last)->next;
	*last = t;
}

void srunner_add_suite(SRunner *first, Suite *s)
{
	while (first->next)
		first = first->next;
	first->next = s;
}

void srunner_run_all(SRunner *first, int how)
{
	(void)how;
	for (Suite *s = first; s; s = s->next)
		for (TCase *t = s->tests; t; t = t->next) {
			if (t->setup)
				t->setup();
			t->test(0);
			if (t->teardown)
				t->teardown();
		}
}

int srunner_ntests_failed(SRunner *first)
{
	(void)first;
	return failed;
}
