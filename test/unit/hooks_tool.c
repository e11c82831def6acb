/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints the contents of hooks.def.
 *   hooks_tool docs   the table of docs/abi.md
 *   hooks_tool ir     LLVM's declarations on a 64-bit target, one per line
 */
#include <stdio.h>
#include <string.h>

struct hook {
	const char *symbol;
	unsigned nargs;
	const char *types[3];
	const char *kind;
};

static const struct hook hooks[] = {
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind) { #symbol, nargs, { #t1, #t2, "u64" }, #kind },
#include "anycov/hooks.def"
};
static const char *const sections[] = {
#define ANYCOV_SECTION(id, name) #name,
#include "anycov/hooks.def"
};
static const char *const variables[] = {
#define ANYCOV_VARIABLE(id, symbol) #symbol,
#include "anycov/hooks.def"
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *ir_type(const char *type)
{
	static const char *const names[][2] = {
		{ "u8", "i8" },    { "u16", "i16" }, { "u32", "i32" },   { "u64", "i64" },
		{ "uptr", "i64" }, { "ptr", "ptr" }, { "f32", "float" }, { "f64", "double" },
	};

	for (size_t i = 0; i < COUNT(names); i++)
		if (!strcmp(type, names[i][0]))
			return names[i][1];
	return "?";
}

static const char *kind_text(const char *kind)
{
	if (!strcmp(kind, "std"))
		return "SanitizerCoverage";
	if (!strcmp(kind, "init"))
		return "SanitizerCoverage, called by constructors";
	if (!strcmp(kind, "afl"))
		return "AFL++";
	return "anycov's own";
}

static void print_docs(void)
{
	puts("| symbol | arguments | of |\n|---|---|---|");
	for (size_t i = 0; i < COUNT(hooks); i++) {
		const struct hook *h = &hooks[i];

		printf("| `%s` |", h->symbol);
		for (unsigned k = 0; k < h->nargs; k++)
			printf("%s %s", k ? "," : "", h->types[k]);
		printf("%s | %s |\n", h->nargs ? "" : " none", kind_text(h->kind));
	}
	for (size_t i = 0; i < COUNT(variables); i++)
		printf("| `%s` | variable | SanitizerCoverage |\n", variables[i]);
	for (size_t i = 0; i < COUNT(sections); i++)
		printf("| `%s` | section | %s |\n", sections[i],
		       strncmp(sections[i], "__sancov_", 9) ? "anycov's own" : "SanitizerCoverage");
}

static void print_ir(void)
{
	for (size_t i = 0; i < COUNT(hooks); i++) {
		printf("@%s(", hooks[i].symbol);
		for (unsigned k = 0; k < hooks[i].nargs; k++)
			printf("%s%s", k ? ", " : "", ir_type(hooks[i].types[k]));
		puts(")");
	}
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "docs"))
		print_docs();
	else if (argc == 2 && !strcmp(argv[1], "ir"))
		print_ir();
	else
		return fputs("usage: hooks_tool docs|ir\n", stderr), 2;
	return 0;
}
