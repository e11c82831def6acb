/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include "common/options/options.h"
#include "compiler/cc_args.h"
#include "cmd/flag_args.h"
#include "cmd/command.h"

static void print_line(const struct string_list *w)
{
	for (size_t i = 0; i < w->n; i++) {
		char *quoted = shell_quote(w->v[i]);

		printf("%s%s", i ? " " : "", quoted);
		free(quoted);
	}
	putchar('\n');
}

static int flags(struct flag_options *o, char *const *target)
{
	struct compiler c = { 0 };
	struct plugins plugins = { 0 };
	struct string_list out = { 0 };
	struct anycov_error err;
	const struct plugin *p = NULL;
	struct cc_args line = { 0 };
	int status;

	if (target) {
		cc_args_read(&line, target);
		o->needs_scopes = line.needs_scopes;
		o->saves_assembly = line.saves_assembly;
		o->wants_line_tables = line.wants_line_tables;
	}

	status = compiler_identify(&c, o->cc, &err) || flags_preset(o, &err) ||
		 plugins_read(&plugins, &err) || flags_check(o, plugins.root, &err);
	if (!status && o->link) {
		status = flags_link(o, &c, plugins.root, target, &out, &err);
	} else if (!status) {
		p = plugin_for(&plugins, &c, &err);
		if (p)
			flags_compile(o, &c, p, plugins.root, &out);
		else
			status = -1;
	}
	if (!status)
		print_line(&out);
	string_list_free(&out);
	plugins_free(&plugins);
	compiler_free(&c);
	cc_args_free(&line);
	return status ? usage_error("%s", err.text) : EXIT_OK;
}

static void add_text(void *to, const char *text)
{
	string_buffer_appendf(to, "%s", text);
}

int cmd_flags(int argc, char **argv)
{
	struct flag_options o = { 0 };
	struct arg table[FLAG_ARGS];
	struct string_buffer details = { 0 };
	struct string_list operands = { 0 };
	size_t dashdash;
	int status;

	flag_args(table, &o);
	string_buffer_appendf(&details, "presets:\n");
	anycov_presets_help(add_text, &details);
	string_buffer_appendf(&details,
			      "\noption keywords and defaults, the same for every compiler:\n%s",
			      anycov_options_help());
	status = args_parse(&(struct args){ table, details.s, false }, argc, argv, &operands,
			    &dashdash);
	if (status < 0) {
		if (!o.cc)
			status = usage_error("no compiler given; use --cc, for example --cc gcc");
		else if (dashdash == SIZE_MAX ? operands.n : dashdash)
			status =
				usage_error("%s: unexpected argument; compiler flags go after '--'",
					    operands.v[0]);
		else
			status = flags(&o, operands.v);
	}
	free(details.s);
	string_list_free(&operands);
	flag_options_free(&o);
	return status;
}
