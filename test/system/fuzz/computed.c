/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bugs behind a word that no constant of the program shows: by memcmp, by strcmp with STRING, or
 * by strncmp with LENGTH. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define N 9

/* Volatile, so that no compiler computes the word. */
static volatile unsigned state;

static void make_word(char *word)
{
	state = 77;
	for (int i = 0; i < N; i++) {
		state = state * 1103515245 + 12345;
		word[i] = (char)('A' + (state >> 16) % 26);
	}
	word[N] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char word[N + 1], text[N + 1];

	if (size < N)
		return 0;
	make_word(word);
	memcpy(text, data, N);
	text[N] = '\0';
#ifdef STRING
	if (!strcmp(text, word))
#elif defined(LENGTH)
	if (!strncmp(text, word, N))
#else
	if (!memcmp(text, word, N))
#endif
		abort();
	return 0;
}
