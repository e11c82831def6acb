/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/diagnostic.h"

bool anycov_wants_remarks(const struct anycov_reporter *r)
{
	return r->wants_remarks && r->wants_remarks(r->user);
}

const char *anycov_plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

void anycov_report(const struct anycov_reporter *r, enum anycov_severity severity, const char *fmt,
		   ...)
{
	static const char prefix[] = "anycov: ";
	char shortened[200], *text;
	va_list ap, again;
	size_t n;

	va_start(ap, fmt);
	va_copy(again, ap);
	/* The name of a C++ function may have thousands of characters. */
	n = sizeof(prefix) + (size_t)vsnprintf(NULL, 0, fmt, ap);
	text = malloc(n);
	if (!text) {
		text = shortened;
		n = sizeof(shortened);
	}
	memcpy(text, prefix, sizeof(prefix));
	vsnprintf(text + strlen(prefix), n - strlen(prefix), fmt, again);
	va_end(again);
	va_end(ap);
	/* Names from a file must not break the line, nor control a terminal. */
	for (char *s = text; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 127)
			*s = '?';
	r->report(r->user, severity, text);
	if (text != shortened)
		free(text);
}

const char *anycov_wrong_compiler(struct anycov_error *e, const char *family, const char *built,
				  const char *running)
{
	if (strcmp(built, running))
		anycov_error_set(e,
				 "anycov: this plugin is for %s %s and the compiler is %s %s; "
				 "'anycov flags --cc CC' prints the flags for the right one",
				 family, built, family, running);
	else
		anycov_error_set(e,
				 "anycov: this plugin is for another %s %s (other target or "
				 "configuration); 'anycov flags --cc CC' prints the flags for the "
				 "right one",
				 family, built);
	return e->text;
}

const char *anycov_unknown_language(struct anycov_error *e, const char *language)
{
	/* What link-time optimization reads is of any of them. */
	static const char *const known[] = { "GNU C", "GNU Objective-C", "GNU Fortran", "GNU Ada",
					     "GNU GIMPLE" };

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		size_t n = strlen(known[i]);

		/* A number of a standard, or "++", may follow; "GNU COBOL" is another one. */
		if (!strncmp(language, known[i], n) &&
		    strspn(language + n, "+0123456789 ") == strlen(language + n))
			return NULL;
	}
	anycov_error_set(e,
			 "anycov: coverage of %s is not known to be right; compile it without "
			 "anycov, which knows C, C++, Objective-C, Fortran and Ada",
			 language);
	return e->text;
}

const char *anycov_red_zone_left(struct anycov_error *e, const char *function)
{
	anycov_error_set(e,
			 "anycov: '%s' has lean probes and a red zone; compile with "
			 "-mno-red-zone and report this",
			 function);
	return e->text;
}
