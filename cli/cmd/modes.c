/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "anycov/kcov.h"
#include "base/base.h"
#include "cmd/modes.h"

static const struct mode modes[] = {
#define ANYCOV_MODE(name, number, tag, tag2, words) { name, number, { tag, tag2 }, words },
#include "anycov/modes.def"
};

#define N_MODES (sizeof(modes) / sizeof(*modes))

/* clang-format breaks strings that contain macros. */
/* clang-format off */
static const char all_names[] =
#define ANYCOV_MODE(name, number, tag, tag2, words) "|" name
#include "anycov/modes.def"
	;
/* clang-format on */

const char *mode_names(void)
{
	return all_names + strlen("|");
}

const struct mode *mode_by_name(const char *name)
{
	for (size_t i = 0; i < N_MODES; i++)
		if (!strcmp(name, modes[i].name))
			return &modes[i];
	return NULL;
}

int mode_error(const char *name)
{
	struct string_buffer names = { 0 };
	int status;

	for (size_t i = 0; i < N_MODES; i++)
		string_buffer_appendf(&names, "%s%s",
				      i == 0            ? ""
				      : i + 1 < N_MODES ? ", "
							: " and ",
				      modes[i].name);
	status = usage_error("--mode %s: the modes are %s", name, names.s);
	free(names.s);
	return status;
}
