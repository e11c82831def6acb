/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdlib.h>
#include "base/base.h"

const char *cli_command = "";

static void print_message(const char *fmt, va_list ap)
{
	char *text = vxasprintf(fmt, ap);

	progress_end();
	fflush(stdout);
	fprintf(stderr, "anycov%s%s: ", *cli_command ? " " : "", cli_command);
	print_sanitized(stderr, text);
	putc('\n', stderr);
	free(text);
}

int input_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
	return EXIT_BAD_DATA;
}

int usage_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
	return EXIT_USAGE;
}

void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
}
