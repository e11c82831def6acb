/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Names for output.  libiberty demangles, as in binutils and gdb: it supports C++ and
 * Rust, bounds its recursion, and returns the result in parts, so that a malicious
 * name of a hundred bytes that expands to gigabytes can be stopped.  (__cxa_demangle()
 * builds the complete result first.)
 *
 * Which symbols are of one function of the source is read from libiberty's tree of the name.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/demangle.h>
#include "base/base.h"
#include "base/written_names.h"

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

static char *printable(char *name)
{
	for (char *s = name; *s; s++)
		if (is_control((unsigned char)*s))
			*s = '?';
	return name;
}

char *display_name(const char *symbol)
{
	char *name = demangled(symbol);

	return printable(name ? written_name(name) : xstrdup(symbol));
}

/* Returns the symbol without what compilers append to clones: ".constprop.0", ".part.1.cold". */
static char *without_clone(const char *symbol)
{
	const char *dot = *symbol ? strchr(symbol + 1, '.') : NULL;

	/* GCC's name of a nested C function is that of the source, a point and a number. */
	while (dot && dot[1] >= '0' && dot[1] <= '9')
		dot = strchr(dot + 1, '.');
	return dot ? xstrndup(symbol, (size_t)(dot - symbol)) : xstrdup(symbol);
}

/* The name of a function in the source, while it is made. */
struct source_naming {
	struct demangling d;
	bool with_arguments; /* of templates */
	bool only_last;      /* the last part alone */
	bool is_template;    /* it, or what it is in */
	bool failed;
	unsigned visited; /* nodes: substitutions may make exponentially many */
};

static void source_walk(struct source_naming *x, struct demangle_component *node);

static void source_text(struct source_naming *x, const char *s)
{
	piece(s, strlen(s), &x->d);
}

/* Adds what is on the left of a node, and words. */
static void source_left(struct source_naming *x, struct demangle_component *node, const char *words)
{
	source_walk(x, node->u.s_binary.left);
	source_text(x, words);
}

static void source_print(struct source_naming *x, struct demangle_component *node)
{
	x->failed |= !cplus_demangle_print_callback(DMGL_PARAMS | DMGL_ANSI, node, piece, &x->d);
}

static void source_template(struct source_naming *x, struct demangle_component *node)
{
	x->is_template = true;
	if (x->with_arguments)
		source_print(x, node);
	else
		source_left(x, node, "<...>");
}

/* Adds the name of a node, without the parameters of functions and of lambda expressions. */
static void source_walk(struct source_naming *x, struct demangle_component *node)
{
	char number[24];

	if (!node || ++x->visited > MANGLED_MAX) {
		x->failed = true;
		return;
	}
	switch ((int)node->type) {
	case DEMANGLE_COMPONENT_QUAL_NAME:
	case DEMANGLE_COMPONENT_LOCAL_NAME:
		source_left(x, node, "::");
		source_walk(x, node->u.s_binary.right);
		return;
	case DEMANGLE_COMPONENT_TYPED_NAME:
		source_left(x, node, "");
		return;
	case DEMANGLE_COMPONENT_TEMPLATE:
		source_template(x, node);
		return;
	case DEMANGLE_COMPONENT_CONST_THIS:
		source_left(x, node, " const");
		return;
	case DEMANGLE_COMPONENT_VOLATILE_THIS:
		source_left(x, node, " volatile");
		return;
	case DEMANGLE_COMPONENT_REFERENCE_THIS:
		source_left(x, node, " &");
		return;
	case DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS:
		source_left(x, node, " &&");
		return;
	case DEMANGLE_COMPONENT_CONVERSION:
		/* To a type that may be an argument. */
		source_text(x, "operator ...");
		return;
	case DEMANGLE_COMPONENT_LAMBDA:
		snprintf(number, sizeof(number), "{lambda#%d}", node->u.s_unary_num.num + 1);
		source_text(x, number);
		return;
	default:
		source_print(x, node);
	}
}

/* Returns the part of a name's tree that has its last part, without template arguments. */
static struct demangle_component *last_part(struct demangle_component *node)
{
	for (unsigned n = 0; node && n < MANGLED_MAX; n++)
		switch ((int)node->type) {
		case DEMANGLE_COMPONENT_QUAL_NAME:
		case DEMANGLE_COMPONENT_LOCAL_NAME:
			node = node->u.s_binary.right;
			break;
		case DEMANGLE_COMPONENT_TYPED_NAME:
		case DEMANGLE_COMPONENT_TEMPLATE:
		case DEMANGLE_COMPONENT_TAGGED_NAME:
		case DEMANGLE_COMPONENT_CONST_THIS:
		case DEMANGLE_COMPONENT_VOLATILE_THIS:
		case DEMANGLE_COMPONENT_REFERENCE_THIS:
		case DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS:
			node = node->u.s_binary.left;
			break;
		default:
			return node;
		}
	return NULL;
}

/* Fills the name of a symbol that is mangled as in C++.  Returns whether there is one. */
static bool source_fill(struct source_naming *x, const char *symbol)
{
	void *volatile memory = NULL;
	struct demangle_component *tree;
	void *allocated = NULL;

	if (!setjmp(x->d.too_long)) {
		tree = cplus_demangle_v3_components(symbol, DMGL_PARAMS | DMGL_ANSI, &allocated);
		memory = allocated;
		if (x->only_last)
			tree = last_part(tree);
		if (tree && x->only_last)
			source_print(x, tree);
		else if (tree)
			source_walk(x, tree);
		x->failed |= !tree || !x->d.text.n;
	} else {
		x->failed = true;
	}
	free(memory);
	return !x->failed;
}

char *source_name(const char *symbol, enum source_name_form form)
{
	struct source_naming x = { .with_arguments = form == SOURCE_NAME_ARGUMENTS };
	char *own = without_clone(symbol), *name;

	if (form != SOURCE_NAME_PARAMETERS && starts_with(own, "_Z") &&
	    strnlen(own, MANGLED_MAX) < MANGLED_MAX && source_fill(&x, own) && x.is_template) {
		free(own);
		return printable(x.d.text.s);
	}
	free(x.d.text.s);
	name = demangled(own);
	if (!name)
		return printable(own);
	free(own);
	return printable(name);
}

/* Rust's names of before 2021 are C++'s, with a hash at the end. */
static bool has_rust_hash(const char *symbol)
{
	size_t n = strlen(symbol), hash = strlen("17h0123456789abcdefE");

	return n > hash && !strncmp(symbol + n - hash, "17h", 3) && symbol[n - 1] == 'E';
}

char *own_name(const char *symbol)
{
	struct source_naming x = { .only_last = true };
	char *own = without_clone(symbol), *name, *last;

	if (starts_with(own, "_Z") && strnlen(own, MANGLED_MAX) < MANGLED_MAX &&
	    !has_rust_hash(own) && source_fill(&x, own)) {
		free(own);
		return printable(written_name(x.d.text.s));
	}
	free(x.d.text.s);
	/* Of Rust, or C's own. */
	name = display_name(own);
	last = name;
	for (char *at = name; (at = strstr(at, "::")); at += 2)
		last = at + 2;
	last = xstrdup(last);
	free(name);
	free(own);
	return last;
}
