/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The command that started this process, for plugins whose compiler does not show it to them. */
#ifndef ANYCOV_COMMAND_LINE_H
#define ANYCOV_COMMAND_LINE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether it has an argument `word` that is not another tool's (-Xlinker WORD); false
 * where the system does not show it. */
bool anycov_process_has_argument(const char *word);

#ifdef __cplusplus
}
#endif
#endif
