/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * list_tool allow|ignore LIST UNIT FUNCTION...  prints the functions to be
 * instrumented according to the list, one per line; exit status 1: malformed list.
 */
#include <stdio.h>
#include <string.h>
#include "common/emit/instrument_rules.h"

int main(int argc, char **argv)
{
	struct anycov_options o;
	struct anycov_error err;
	char key[16];

	if (argc < 4)
		return 2;
	anycov_options_init(&o);
	snprintf(key, sizeof(key), "%slist", argv[1]);
	if (anycov_options_set(&o, key, argv[2], &err)) {
		fprintf(stderr, "%s\n", err.text);
		anycov_options_free(&o);
		return 1;
	}
	for (int i = 4; i < argc; i++) {
		struct anycov_function f = { .name = argv[i], .unit = argv[3] };

		if (anycov_skip_function(&o, &f) == ANYCOV_SKIP_NONE)
			puts(argv[i]);
	}
	anycov_options_free(&o);
	return 0;
}
