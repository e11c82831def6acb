/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Syntax colours: what each byte of a line of C, C++ or assembler is. */
#ifndef ANYCOV_HTML_CODE_H
#define ANYCOV_HTML_CODE_H

#include <stdbool.h>
#include <stddef.h>

/* Letters of CSS classes. */
enum code_class {
	CODE_PLAIN = 0,
	CODE_KEYWORD = 'k',
	CODE_STRING = 's',
	CODE_COMMENT = 'c',
	CODE_NUMBER = 'd',
	CODE_DIRECTIVE = 'p', /* of the preprocessor or the assembler */
	CODE_LABEL = 'f'
};

/* State from one line to the next; zero at the first one. */
struct code_lexer {
	bool assembler;
	unsigned char open; /* CODE_COMMENT, CODE_STRING or CODE_DIRECTIVE goes on */
	bool line_comment;  /* the comment that goes on is one of // and a backslash */
	char raw_end[20];   /* of a raw string: ")delimiter\"" */
};

/* Chooses the language by the name of the file. */
void code_begin(struct code_lexer *l, const char *path);
/* Sets classes[0..n-1] for a line s[0..n-1] without its end. */
void code_line(struct code_lexer *l, const char *s, size_t n, unsigned char *classes);

#endif
