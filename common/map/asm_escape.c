/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "common/emit/instrument_internal.h"

static const char *escaped(char byte, const struct anycov_asm_escape *list)
{
	for (; list->byte; list++)
		if (list->byte == byte)
			return list->text;
	return NULL;
}

char *anycov_escape_asm(const char *text, const struct anycov_asm_escape *list)
{
	const char *with;
	size_t n = 1;
	char *out, *p;

	for (const char *c = text; *c; c++) {
		with = escaped(*c, list);
		n += with ? strlen(with) : 1;
	}
	out = p = anycov_need_array(n, 1);
	for (; *text; text++) {
		with = escaped(*text, list);
		if (!with) {
			*p++ = *text;
			continue;
		}
		memcpy(p, with, strlen(with));
		p += strlen(with);
	}
	return out;
}
