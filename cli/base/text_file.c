/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include "base/base.h"
#include "base/text_file.h"

char *text_file_read(const char *path, size_t *n)
{
	struct string_buffer t = { 0 };
	FILE *f = fopen(path, "re");
	char part[65536];
	size_t got;
	int failed;

	if (!f)
		return NULL;
	string_buffer_append(&t, "");
	while ((got = fread(part, 1, sizeof(part), f)) > 0)
		string_buffer_append_n(&t, part, got);
	failed = ferror(f) ? errno : 0;
	fclose(f);
	*n = t.n;
	if (!failed)
		return t.s;
	free(t.s);
	errno = failed;
	return NULL;
}
