/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The command that started this process, for plugins whose compiler does not show it to them. */
#ifndef ANYCOV_COMMAND_LINE_H
#define ANYCOV_COMMAND_LINE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether it has an argument `word`, of less than 63 bytes, that is not another tool's
 * (-Xlinker WORD); false where the system does not show it. */
bool anycov_process_has_argument(const char *word);
/* Returns whether more than one -g was given, of which the last is in force; also if some arguments
 * are elsewhere: in a file, or in the command that started clang's `-cc1`; or not shown. */
bool anycov_process_may_have_two_debug_options(void);

#ifdef __cplusplus
}
#endif
#endif
