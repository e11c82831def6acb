/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include "output/output.h"

json_t *json_text(const char *s)
{
	json_t *j = json_string(s);
	struct string_buffer t = { 0 };

	if (j)
		return j;
	for (; *s; s++) {
		if ((unsigned char)*s < 0x80)
			string_buffer_append_n(&t, s, 1);
		else
			string_buffer_append(&t, "\xef\xbf\xbd");
	}
	j = json_string(t.s);
	free(t.s);
	return j;
}

json_t *json_hex(uint64_t v)
{
	char s[24];

	snprintf(s, sizeof(s), "0x%" PRIx64, v);
	return json_string(s);
}
