/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "common/options/glob.h"
#include "common/options/option_values.h"

int anycov_option_switch(bool *on, const char *key, const char *value, struct anycov_error *err)
{
	if (value && strcmp(value, "1") && strcmp(value, "0") && strcmp(value, "true") &&
	    strcmp(value, "false"))
		return anycov_error_set(
			err, "%s=: unknown value '%.*s'; valid are %s alone, %s=1 and %s=0", key,
			anycov_shown(strlen(value)), value, key, key, key);
	*on = !value || *value == '1' || *value == 't';
	return 0;
}

int anycov_option_number(uint32_t *number, const char *key, const char *value,
			 struct anycov_error *err)
{
	unsigned long n = 0;
	char *end = NULL;

	errno = 0;
	if (*value >= '0' && *value <= '9')
		n = strtoul(value, &end, 10);
	if (!end || *end || errno || n > UINT32_MAX)
		return anycov_error_set(
			err, "%s=: '%.*s' is not a number of bytes; write for example %s=64", key,
			anycov_shown(strlen(value)), value, key);
	*number = (uint32_t)n;
	return 0;
}

static int add_section(struct anycov_options *o, const char *text, size_t n,
		       struct anycov_error *err)
{
	struct anycov_glob g;
	const char *wrong;
	char **bigger, *copy;

	wrong = anycov_glob_compile(&g, text, n);
	if (wrong)
		return anycov_error_set(err,
					"skip-sections=: invalid section name or glob '%.*s': %s; "
					"write for example skip-sections=.noinstr.text,.init.*",
					anycov_shown(n), text, wrong);
	anycov_glob_free(&g);
	copy = strndup(text, n);
	bigger = realloc(o->skip_sections, (o->n_skip_sections + 1) * sizeof(*bigger));
	if (bigger)
		o->skip_sections = bigger;
	if (!copy || !bigger) {
		free(copy);
		return anycov_error_set(err, "skip-sections=: out of memory");
	}
	bigger[o->n_skip_sections++] = copy;
	return 0;
}

int anycov_option_sections(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	for (;;) {
		size_t n = strcspn(value, ",");

		if (add_section(o, value, n, err))
			return -1;
		if (!value[n])
			return 0;
		value += n + 1;
	}
}
