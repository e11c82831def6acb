/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdio.h>
#include "common/error.h"

int anycov_fail(struct anycov_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	/* Names out of a file must not break the sentence, nor drive a terminal. */
	for (char *s = err->text; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 127)
			*s = '?';
	return -1;
}
