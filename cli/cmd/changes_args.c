/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "cmd/changes_args.h"

static out_changes_fn *format_of(const char *word)
{
	return out_changes_format(word, strcspn(word, "="));
}

int changes_args_check(const struct changes_args *a)
{
	size_t printed = 0;

	if (!a->ref && a->formats.n)
		return usage_error("--changes-format requires --changes");
	for (size_t i = 0; i < a->formats.n; i++) {
		const char *word = a->formats.v[i], *equals = strchr(word, '=');

		if (!format_of(word) || (equals && !equals[1]))
			return usage_error("--changes-format %s: use text, github, gitlab, sarif "
					   "or markdown, with =FILE to write it to a file",
					   word);
		printed += !equals;
	}
	if (printed > 1)
		return usage_error("--changes-format: only one can be printed; add =FILE to the "
				   "others");
	return -1;
}

int changes_write_files(const struct changes_args *a, const struct changes *ch,
			const struct coverage *c)
{
	struct anycov_error err;
	struct out_file out;

	for (size_t i = 0; i < a->formats.n; i++) {
		const char *equals = strchr(a->formats.v[i], '=');

		if (!equals)
			continue;
		if (out_open(&out, equals + 1, &err))
			return input_error("%s", err.text);
		format_of(a->formats.v[i])(out.f, ch, c);
		if (out_commit(&out, &err))
			return input_error("%s", err.text);
	}
	return EXIT_OK;
}

void changes_write(FILE *f, const struct changes_args *a, const struct changes *ch,
		   const struct coverage *c)
{
	for (size_t i = 0; i < a->formats.n; i++) {
		if (strchr(a->formats.v[i], '='))
			continue;
		format_of(a->formats.v[i])(f, ch, c);
		return;
	}
	out_changes_format("text", 4)(f, ch, c);
}
