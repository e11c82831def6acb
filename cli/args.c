/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "args.h"

#define HELP_COLUMN 26

void args_help(const struct args *a)
{
	const struct command *c = find_command(cli_command);

	printf("usage: anycov %s %s\n\n%s.\n", c->name, c->synopsis, c->summary);
	if (a->options->kind != ARG_END)
		printf("\noptions:\n");
	for (const struct arg *o = a->options; o->kind != ARG_END; o++) {
		struct text t = { 0 };
		const char *line = o->help;

		if (o->letter)
			text_addf(&t, "  -%c, --%s", o->letter, o->name);
		else
			text_addf(&t, "  --%s", o->name);
		if (o->meta)
			text_addf(&t, " %s", o->meta);
		if (t.n >= HELP_COLUMN)
			printf("%s\n%*s", t.s, HELP_COLUMN, "");
		else
			printf("%-*s", HELP_COLUMN, t.s);
		for (const char *end; (end = strchr(line, '\n')); line = end + 1)
			printf("%.*s\n%*s", (int)(end - line), line, HELP_COLUMN, "");
		printf("%s\n", line);
		free(t.s);
	}
	printf("%-*s%s\n", HELP_COLUMN, "  -h, --help", "print this");
	if (a->details)
		printf("\n%s", a->details);
	/* run and cc have the status of what they run */
	if (!a->stop_at_operand)
		printf("\nexit status: 0 done, 1 bad data, 2 wrong usage\n");
}

static const struct arg *find_option(const struct args *a, const char *word, const char **value)
{
	*value = NULL;
	for (const struct arg *o = a->options; o->kind != ARG_END; o++) {
		size_t n = strlen(o->name);

		if (word[1] == '-') {
			if (strncmp(word + 2, o->name, n))
				continue;
			if (word[2 + n] == '=')
				*value = word + 3 + n;
			else if (word[2 + n])
				continue;
			return o;
		}
		if (o->letter && word[1] == o->letter) {
			if (word[2] && o->kind == ARG_FLAG)
				continue;
			*value = word[2] ? word + 2 : NULL;
			return o;
		}
	}
	return NULL;
}

static int take(const struct arg *o, const char *value)
{
	switch (o->kind) {
	case ARG_FLAG:
		*(bool *)o->value = true;
		break;
	case ARG_TEXT:
		*(const char **)o->value = value;
		break;
	case ARG_WORDS:
		words_add(o->value, value);
		break;
	case ARG_NUMBER:
	case ARG_COUNT:
		if (!parse_u64(value, o->value))
			return usage_error("--%s %s: not a number", o->name, value);
		if (o->kind == ARG_COUNT && !*(uint64_t *)o->value)
			return usage_error("--%s %s: give a number above 0", o->name, value);
		break;
	case ARG_END:
		break;
	}
	return -1;
}

/* variable: where the words stand, NULL: they are the command line. */
static int parse(const struct args *a, const char *variable, const char *command, int argc,
		 char **argv, struct words *operands, size_t *dashdash)
{
	if (dashdash)
		*dashdash = SIZE_MAX;
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i], *value;
		const struct arg *o;
		int status;

		if (!strcmp(word, "--")) {
			if (dashdash)
				*dashdash = operands->n;
			while (++i < argc)
				words_add(operands, argv[i]);
			break;
		}
		if (word[0] != '-' || !word[1]) {
			words_add(operands, word);
			if (!a->stop_at_operand)
				continue;
			while (++i < argc)
				words_add(operands, argv[i]);
			break;
		}
		if (!variable && (!strcmp(word, "--help") || !strcmp(word, "-h"))) {
			args_help(a);
			return EXIT_OK;
		}
		o = find_option(a, word, &value);
		if (!o)
			return usage_error("%s%sunknown option %s; 'anycov %s --help' lists the options",
					   variable ? variable : "", variable ? ": " : "", word,
					   command);
		if (o->kind == ARG_FLAG && value)
			return usage_error("--%s takes no value", o->name);
		if (o->kind != ARG_FLAG && !value) {
			if (i + 1 >= argc)
				return usage_error("%s needs a value: %s", word, o->meta);
			value = argv[++i];
		}
		status = take(o, value);
		if (status >= 0)
			return status;
	}
	return -1;
}

int args_parse(const struct args *a, int argc, char **argv, struct words *operands,
	       size_t *dashdash)
{
	return parse(a, NULL, cli_command, argc, argv, operands, dashdash);
}

int args_parse_variable(const struct args *a, const char *variable, const char *command,
			const char *text, struct words *keep, struct words *operands)
{
	words_add(keep, variable);
	words_split(keep, text ? text : "");
	return parse(a, variable, command, (int)keep->n, keep->v, operands, NULL);
}
