/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Lists of words that commas separate, as in attributes of functions. */
#ifndef ANYCOV_WORD_LIST_H
#define ANYCOV_WORD_LIST_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

bool anycov_list_has_word(const char *list, const char *word);
/* Removes the word wherever it is, and empty words.  Returns whether it was there. */
bool anycov_list_drop_word(char *list, const char *word);

#ifdef __cplusplus
}
#endif
#endif
