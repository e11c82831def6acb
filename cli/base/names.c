/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Names for output.  libiberty demangles, as in binutils and gdb: it supports C++ and
 * Rust, bounds its recursion, and returns the result in parts, so that a malicious
 * name of a hundred bytes that expands to gigabytes can be stopped.  (__cxa_demangle()
 * builds the complete result first.)
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/demangle.h>
#include "base/base.h"

#define MANGLED_MAX 4096u
#define SHOWN_MAX 16384u

struct demangling {
	struct string_buffer text;
	jmp_buf too_long;
};

static bool is_control(unsigned char c)
{
	return c < ' ' || c == 127;
}

static void piece(const char *s, size_t n, void *opaque)
{
	struct demangling *d = opaque;

	if (n > SHOWN_MAX - d->text.n)
		longjmp(d->too_long, 1);
	string_buffer_append_n(&d->text, s, n);
}

/* Returns NULL if the symbol is not mangled or its result too long. */
static char *demangled(const char *symbol)
{
	struct demangling d = { .text = { 0 } };
	volatile bool done = false;
	const int style = DMGL_PARAMS | DMGL_ANSI;

	if (!starts_with(symbol, "_Z") && !starts_with(symbol, "_R"))
		return NULL;
	if (strnlen(symbol, MANGLED_MAX) == MANGLED_MAX)
		return NULL;
	if (!setjmp(d.too_long)) {
		done = rust_demangle_callback(symbol, DMGL_RUST | style, piece, &d);
		if (!done && symbol[1] == 'Z') {
			d.text.n = 0;
			done = cplus_demangle_v3_callback(symbol, style, piece, &d);
		}
	} else {
		done = false;
	}
	if (done && d.text.n)
		return d.text.s;
	free(d.text.s);
	return NULL;
}

char *display_name(const char *symbol)
{
	char *name = demangled(symbol);

	if (!name)
		name = xstrdup(symbol);
	for (char *s = name; *s; s++)
		if (is_control((unsigned char)*s))
			*s = '?';
	return name;
}
