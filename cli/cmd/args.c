/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/nearest.h"
#include "cmd/args.h"
#include "cmd/command.h"

#define HELP_COLUMN 26
#define HELP_WIDTH 80

const struct command *running_command;

/* The length of an option's first name, without its alias. */
static int name_length(const struct arg *o)
{
	return (int)strcspn(o->name, "|");
}

/* Prints words, and (alias: --NAME) if there is one, in the lines of the column of texts. */
static void print_text(const char *text, const char *alias)
{
	size_t at = HELP_COLUMN, n;

	for (; *text; text += n + (text[n] != 0)) {
		n = strcspn(text, " \n");
		if (at > HELP_COLUMN && at + 1 + n > HELP_WIDTH) {
			printf("\n%*s", HELP_COLUMN, "");
			at = HELP_COLUMN;
		}
		at += (size_t)printf("%s%.*s", at > HELP_COLUMN ? " " : "", (int)n, text);
	}
	if (*alias && at + strlen(" (alias: --)") + strlen(alias) > HELP_WIDTH)
		printf("\n%*s(alias: --%s)", HELP_COLUMN, "", alias);
	else if (*alias)
		printf(" (alias: --%s)", alias);
	putchar('\n');
}

static void print_option(const struct arg *o)
{
	struct string_buffer t = { 0 };
	const char *alias = o->name + name_length(o);

	if (o->letter)
		string_buffer_appendf(&t, "  -%c, --%.*s", o->letter, name_length(o), o->name);
	else
		string_buffer_appendf(&t, "  --%.*s", name_length(o), o->name);
	if (o->meta && o->kind == ARG_MAYBE)
		string_buffer_appendf(&t, "[=%s]", o->meta);
	else if (o->meta)
		string_buffer_appendf(&t, " %s", o->meta);
	if (t.n >= HELP_COLUMN)
		printf("%s\n%*s", t.s, HELP_COLUMN, "");
	else
		printf("%-*s", HELP_COLUMN, t.s);
	print_text(o->help, alias + (*alias == '|'));
	free(t.s);
}

void args_help(const struct args *a)
{
	const struct command *c = running_command;

	printf("usage: anycov %s %s\n\n%s.\n", c->name, c->synopsis, c->summary);
	if (a->options->kind != ARG_END && a->options->kind != ARG_GROUP)
		printf("\noptions:\n");
	for (const struct arg *o = a->options; o->kind != ARG_END; o++)
		if (o->kind == ARG_GROUP)
			printf("\n%s:\n", o->help);
		else
			print_option(o);
	printf("%-*s%s\n", HELP_COLUMN, "  -h, --help", "print this help");
	if (a->details)
		printf("\n%s", a->details);
	/* run, trace and cc exit with the status of their child. */
	if (!a->stop_at_operand)
		printf("\nexit status: 0 success, 1 error, 2 usage error\n");
}

/* Returns whether `word` is --NAME or --NAME=VALUE; *value then is VALUE or NULL. */
static bool is_long(const char *word, const char *names, const char **value)
{
	while (*names) {
		size_t n = strcspn(names, "|");

		if (!strncmp(word + 2, names, n) && (!word[2 + n] || word[2 + n] == '=')) {
			*value = word[2 + n] ? word + 3 + n : NULL;
			return true;
		}
		names += n + (names[n] == '|');
	}
	return false;
}

static const struct arg *find_option(const struct args *a, const char *word, const char **value)
{
	*value = NULL;
	for (const struct arg *o = a->options; o->kind != ARG_END; o++) {
		if (o->kind == ARG_OTHERS)
			return o;
		if (word[1] == '-') {
			if (is_long(word, o->name, value))
				return o;
			continue;
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

/* Prints what is wrong, with the place of the option if that is not the command line. */
static int wrong(const char *place, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int wrong(const char *place, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = vxasprintf(fmt, ap);
	va_end(ap);
	usage_error("%s%s%s", place ? place : "", place ? ": " : "", text);
	free(text);
	return EXIT_USAGE;
}

/* An option that is none; place: as for wrong(). */
static int unknown_option(const struct args *a, const char *word, const char *command,
			  const char *place)
{
	char *name = xstrndup(word, strcspn(word, "="));
	struct nearest x = { .word = name + strspn(name, "-") };
	int status;

	for (const struct arg *o = a->options; o->kind != ARG_END && starts_with(name, "--"); o++) {
		char *option = xstrndup(o->name, (size_t)name_length(o));

		if (o->kind != ARG_GROUP)
			nearest_try(&x, option);
		free(option);
	}
	if (x.best)
		status = wrong(place, "unknown option %s; did you mean --%s?", word, x.best);
	else
		status = wrong(place, "unknown option %s; see 'anycov %s --help'", word, command);
	free(x.best);
	free(name);
	return status;
}

/* place: where the option was found, NULL: on the command line. */
static int take(const struct arg *o, const char *value, const char *place)
{
	switch (o->kind) {
	case ARG_FLAG:
		*(bool *)o->value = true;
		break;
	case ARG_TEXT:
	case ARG_OUTPUT:
		*(const char **)o->value = value;
		break;
	case ARG_MAYBE:
		*(const char **)o->value = value ? value : "";
		break;
	case ARG_WORDS:
	case ARG_OUTPUTS:
		string_list_add(o->value, value);
		break;
	case ARG_NUMBER:
	case ARG_COUNT:
		if (!parse_u64(value, o->value))
			return wrong(place, "--%.*s %s: not a number", name_length(o), o->name,
				     value);
		if (o->kind == ARG_COUNT && !*(uint64_t *)o->value)
			return wrong(place, "--%.*s %s: must be above 0", name_length(o), o->name,
				     value);
		break;
	case ARG_OTHERS:
	case ARG_END:
	case ARG_GROUP:
		break;
	}
	return -1;
}

/* variable: the environment variable with the options, NULL: the command line. */
static int parse(const struct args *a, const char *variable, const char *command, int argc,
		 char **argv, struct string_list *operands, size_t *dashdash)
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
				string_list_add(operands, argv[i]);
			break;
		}
		if (word[0] != '-' || !word[1]) {
			string_list_add(operands, word);
			if (!a->stop_at_operand)
				continue;
			while (++i < argc)
				string_list_add(operands, argv[i]);
			break;
		}
		if (!variable && (!strcmp(word, "--help") || !strcmp(word, "-h"))) {
			args_help(a);
			return EXIT_OK;
		}
		o = find_option(a, word, &value);
		if (!o)
			return unknown_option(a, word, command, variable);
		if (o->kind == ARG_OTHERS)
			continue;
		if (o->kind == ARG_FLAG && value)
			return wrong(variable, "--%.*s: takes no value", name_length(o), o->name);
		if (o->kind != ARG_FLAG && o->kind != ARG_MAYBE && !value) {
			if (i + 1 >= argc)
				return wrong(variable, "%s: missing value %s", word, o->meta);
			value = argv[++i];
		}
		status = take(o, value, variable);
		if (status >= 0)
			return status;
	}
	return -1;
}

int args_parse(const struct args *a, int argc, char **argv, struct string_list *operands,
	       size_t *dashdash)
{
	return parse(a, NULL, cli_command, argc, argv, operands, dashdash);
}

int args_parse_variable(const struct args *a, const char *variable, const char *command,
			const char *text, struct string_list *keep, struct string_list *operands)
{
	string_list_add(keep, variable);
	string_list_split(keep, text ? text : "");
	return parse(a, variable, command, (int)keep->n, keep->v, operands, NULL);
}
