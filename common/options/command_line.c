/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdio.h>
#include <string.h>
#include "common/options/command_line.h"

/* An argument, of which the beginning is kept. */
struct argument {
	char text[64];
	bool is_other; /* another tool's: it follows -Xlinker and the like */
};

/* Reads the next one.  Returns false at the end. */
static bool read_argument(FILE *file, struct argument *a)
{
	size_t n = 0;
	int c = getc(file);

	a->is_other = !strncmp(a->text, "-X", 2);
	if (c == EOF)
		return false;
	for (; c != EOF && c; c = getc(file))
		if (n + 1 < sizeof(a->text))
			a->text[n++] = (char)c;
	a->text[n] = 0;
	return true;
}

static FILE *open_command(struct argument *a)
{
	a->text[0] = 0;
	return fopen("/proc/self/cmdline", "rb");
}

bool anycov_process_has_argument(const char *word)
{
	struct argument a;
	FILE *file = open_command(&a);
	bool found = false;

	while (file && !found && read_argument(file, &a))
		found = !a.is_other && !strcmp(a.text, word);
	if (file)
		fclose(file);
	return found;
}

bool anycov_process_may_have_two_debug_options(void)
{
	struct argument a;
	FILE *file = open_command(&a);
	bool hides = !file;
	unsigned n = 0;

	while (file && read_argument(file, &a)) {
		n += !a.is_other && (!strncmp(a.text, "-g", 2) || !strcmp(a.text, "--debug"));
		hides |= a.text[0] == '@' || !strcmp(a.text, "-cc1") ||
			 !strncmp(a.text, "--config", 8);
	}
	if (file)
		fclose(file);
	return hides || n > 1;
}
