/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "common/diagnostic.h"

void anycov_report(const struct anycov_reporter *r, enum anycov_severity severity, const char *fmt,
		   ...)
{
	char text[1200] = "anycov: ";
	size_t n = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + n, sizeof(text) - n, fmt, ap);
	va_end(ap);
	/* Names from a file must not break the line, nor control a terminal. */
	for (char *s = text; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 127)
			*s = '?';
	r->report(r->user, severity, text);
}

void anycov_wrong_compiler(struct anycov_error *e, const char *family, const char *built,
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
}

void anycov_no_compare_pass(struct anycov_error *e)
{
	anycov_error_set(e, "anycov: this compiler has no known pass to insert trace-cmp before; "
			    "please report its version");
}

void anycov_red_zone_left(struct anycov_error *e, const char *function)
{
	anycov_error_set(e,
			 "anycov: '%s' has lean probes and a red zone; compile with "
			 "-mno-red-zone and report this",
			 function);
}

void anycov_comma_in_pass(struct anycov_error *e)
{
	anycov_error_set(e, "anycov: -passes= takes no comma within anycov<...>; write "
			    "coverage=A;coverage=B");
}
