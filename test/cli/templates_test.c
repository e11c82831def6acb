/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The language of templates (cli/output/template.h), and what ends a program that misuses them. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "output/html.h"

static const char good[] = "{{! A comment: {{no}} }}\n"
			   "\n"
			   "{{define text}}\n"
			   "\t<p>{{s}}</p>\n"
			   "{{define joined}}\n"
			   "<ul>\\\n"
			   "\t\t<li>{{n}} \\\n"
			   "{{! Not a line. }}\n"
			   "\n"
			   "{{n}}</ul>\\\n"
			   "{{define sections}}\n"
			   "{{#s}}s{{#n}}={{n}}{{/n}}{{^n}}0{{/n}}{{/s}}{{^s}}-{{/s}}|{{part}}\\\n"
			   "{{#part}}!{{/part}}\\\n"
			   "{{define last}}\n"
			   "end";

/* Templates, and the message that they end with; the first one is printed with n. */
static const struct {
	const char *templates, *name, *message;
} bad[] = {
	{ good, "none", "template none: not defined" },
	{ good, "text", "template text: no value s" },
	{ "{{define a}}\nx\n{{define a}}\n", "a", "template a: defined twice" },
	{ "{{define a}}\n{{#n}}x\n{{define b}}\n", "a", "template a: no end of a section" },
	{ "{{define a}}\n{{#n}}x\n", "a", "template a: no end of a section" },
	{ "{{define a}}\nx{{/n}}\n", "a", "template a: no section to end at /n" },
	{ "{{define a}}\n{{#n}}x{{/m}}\n", "a", "template a: no section to end at /m" },
	{ "{{define a}}\nx{{n}\n", "a", "template a: no end of {{" },
	{ "{{define a}}\n{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}\n", "a",
	  "template a: sections too deep at #n" },
};

#define VALUES(...)                                                                                \
	(const struct template_value[])                                                            \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			.name = NULL                                                               \
		}                                                                                  \
	}
/* In another order than they are used in, and one that is not. */
#define SECTIONS(n, s, print)                                                                      \
	VALUES(PART("part", print, "x"), NUMBER("n", n), NUMBER("not_used", 1), TEXT("s", s))

static int failures;

static void expect(const char *wanted, const char *name, const struct template_value *values)
{
	char got[256] = "";
	FILE *f = fmemopen(got, sizeof(got), "w");

	template_print(f, name, values);
	fclose(f);
	if (strcmp(got, wanted) != 0) {
		printf("FAIL: %s: '%s' instead of '%s'\n", name, got, wanted);
		failures++;
	}
}

static void inner(FILE *f, const void *data)
{
	html_print(f, "text", TEXT("s", data));
}

static void expect_abort(size_t i)
{
	char got[256] = "";
	int to[2], status;
	FILE *from;

	if (pipe(to))
		exit(1);
	if (!fork()) {
		dup2(to[1], STDERR_FILENO);
		template_read(bad[i].templates);
		html_print(stdout, bad[i].name, NUMBER("n", 1));
		_exit(0);
	}
	close(to[1]);
	from = fdopen(to[0], "r");
	if (!fgets(got, sizeof(got), from))
		*got = 0;
	fclose(from);
	wait(&status);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || !strstr(got, bad[i].message)) {
		printf("FAIL: status %d, '%s' instead of '%s'\n", status, got, bad[i].message);
		failures++;
	}
}

int main(void)
{
	template_read(good);
	expect("<p>&lt;&amp;&quot;&#39;&gt; \xe2\x9c\x94</p>\n", "text",
	       VALUES(TEXT("s", "<&\"'> \xe2\x9c\x94")));
	expect("<p></p>\n", "text", VALUES(TEXT("s", NULL)));
	expect("<p>ab</p>\n", "text", VALUES(TEXT_N("s", "abc", 2)));
	/* A source may have a byte 0; it begins no empty text. */
	expect("<p>\xe2\x90\x80z</p>\n", "text", VALUES(TEXT_N("s", "\0z", 2)));
	expect("<p>18446744073709551615</p>\n", "text", VALUES(NUMBER("s", UINT64_MAX)));
	expect("<ul><li>0 0</ul>", "joined", VALUES(NUMBER("n", 0)));
	expect("s=7|<p>x</p>\n!", "sections", SECTIONS(7, "yes", inner));
	expect("s0|", "sections", SECTIONS(0, "yes", NULL));
	expect("-|", "sections", SECTIONS(7, "", NULL));
	expect("-|", "sections", SECTIONS(7, NULL, NULL));
	expect("end", "last", NULL);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		expect_abort(i);
	return failures != 0;
}
