/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Templates of HTML (cli/output/templates, embedded at build time), in the part of mustache's
 * language that pages need:
 *
 *   {{define NAME}}              begins a template; the line is not output
 *   {{NAME}}                     a value; texts are escaped
 *   {{#NAME}} ... {{/NAME}}      only if the value is not 0, empty or NULL
 *   {{^NAME}} ... {{/NAME}}      only if it is
 *   {{! ... }}                   a line that is a comment
 *
 * Empty lines, and tabs at the beginning of a line, are not output.  A backslash at the end of a
 * line joins it with the next one.  Loops are in C, which prints a template for each element, so
 * that a page of any length takes no memory.
 */
#ifndef ANYCOV_TEMPLATE_H
#define ANYCOV_TEMPLATE_H

#include <stdint.h>
#include <stdio.h>

enum template_kind { TEMPLATE_END, TEMPLATE_TEXT, TEMPLATE_NUMBER, TEMPLATE_PART };

struct template_value {
	const char *name;
	enum template_kind kind;
	union {
		struct {
			const char *s;
			size_t n;
		} text;
		uint64_t number;
		struct {
			void (*print)(FILE *f, const void *data);
			const void *data;
		} part;
	};
};

/* Values of the arguments of template_print(). */
#define TEXT_N(value_name, string, length)                                                         \
	{                                                                                          \
		.name = (value_name), .kind = TEMPLATE_TEXT, .text = {(string), (length) }         \
	}
#define TEXT(value_name, string)                                                                   \
	{                                                                                          \
		.name = (value_name), .kind = TEMPLATE_TEXT, .text = {(string), SIZE_MAX }         \
	}
#define NUMBER(value_name, value)                                                                  \
	{                                                                                          \
		.name = (value_name), .kind = TEMPLATE_NUMBER, .number = (value)                   \
	}
/* What the function prints; nothing if it is NULL. */
#define PART(value_name, function, argument)                                                       \
	{                                                                                          \
		.name = (value_name), .kind = TEMPLATE_PART, .part = {(function), (argument) }     \
	}

/*
 * Reads templates, which are used as long as any is printed.  This and printing end the program
 * with abort() if they are wrong, or do not have the values that they are printed with.
 */
void template_read(const char *templates);

/* Prints a template with TEXT(), NUMBER() and PART() of all its values. */
#define html_print(f, template, ...)                                                               \
	template_print(f, template,                                                                \
		       (const struct template_value[]){ __VA_ARGS__, { .name = NULL } })

/* The same with an array, up to a value without a name; NULL: the template has no values. */
void template_print(FILE *f, const char *name, const struct template_value *values);

#endif
