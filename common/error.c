/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdio.h>
#include "common/error.h"

int anycov_error_set(struct anycov_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	/* Names from files may contain line ends or terminal control characters. */
	for (char *s = err->text; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 127)
			*s = '?';
	return -1;
}
