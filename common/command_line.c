/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdio.h>
#include <string.h>
#include "common/command_line.h"

bool anycov_process_has_argument(const char *word)
{
	FILE *file = fopen("/proc/self/cmdline", "rb");
	size_t n = strlen(word), matched = 0, length = 0;
	bool is_other = false, found = false;
	char first[2] = "";
	int c;

	if (!file)
		return false;
	while (!found && (c = getc(file)) != EOF) {
		if (c) {
			if (length < sizeof(first))
				first[length] = (char)c;
			if (length == matched && matched < n && word[matched] == c)
				matched++;
			length++;
			continue;
		}
		found = length == n && matched == n && !is_other;
		is_other = length >= 2 && first[0] == '-' && first[1] == 'X';
		length = matched = 0;
	}
	fclose(file);
	return found;
}
