/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "common/options/word_list.h"

static bool is_word(const char *at, size_t n, const char *word)
{
	return n == strlen(word) && !memcmp(at, word, n);
}

bool anycov_list_has_word(const char *list, const char *word)
{
	for (size_t n; *list; list += n + (list[n] == ',')) {
		n = strcspn(list, ",");
		if (is_word(list, n, word))
			return true;
	}
	return false;
}

bool anycov_list_drop_word(char *list, const char *word)
{
	char *out = list;
	const char *in = list;
	bool found = false;
	size_t n, more;

	for (; *in; in += n + more) {
		n = strcspn(in, ",");
		more = in[n] == ',';
		if (is_word(in, n, word)) {
			found = true;
			continue;
		}
		if (n && out != list)
			*out++ = ',';
		/* "in" is never before "out". */
		memmove(out, in, n);
		out += n;
	}
	*out = '\0';
	return found;
}
