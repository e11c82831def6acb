/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Debian's stb_c_lexer: real code without a library that fits a part with 2 KiB of RAM and that
 * executes the same lines whatever the sizes of int, long and pointers are.
 */
#ifdef NO_FLOAT /* some targets are compiled without floating-point registers */
#define double long
#endif
#define STB_C_LEXER_IMPLEMENTATION
#include "lexer_options.h" /* recordings.py makes it: without the C library */
#include "stb/stb_c_lexer.h"

int step(int n);

static const struct {
	const char *text;
	int tokens, sum; /* of the tokens' codes */
} steps[] = {
	{ "int f(char *s)", 7, 1163 },
	{ "return s->n++ + 1;", 8, 1694 },
	{ "a += 017; /* c */", 4, 851 },
	{ "b <<= 0x1Fe", 3, 802 },
	{ "d != 42 && !e", 6, 1344 },
	{ "# define x\n'\\n' ", 1, 263 },
	{ "\"q\\t\" // end", 1, 261 },
	{ "if (a>=b||c>>2^1)", 12, 2538 },
	{ "x-=08;", 3, 792 },
	{ "/* not closed", 1, 257 },
};

/* Lexes one text; 1: these were the tokens, 0: others, -1: there is no such text. */
int step(int n)
{
	char store[12];
	stb_lexer lexer;
	int tokens = 0, sum = 0, length = 0;

	if (n >= (int)(sizeof(steps) / sizeof(*steps)))
		return -1;
	while (steps[n].text[length])
		length++;
	stb_c_lexer_init(&lexer, steps[n].text, steps[n].text + length, store, sizeof(store));
	while (stb_c_lexer_get_token(&lexer)) {
		tokens++;
		sum += (int)lexer.token;
		if (lexer.token == CLEX_parse_error)
			break;
	}
	return tokens == steps[n].tokens && sum == steps[n].sum;
}
