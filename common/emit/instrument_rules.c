/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/emit/instrument_rules.h"
#include "common/options/special_case_list.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* The name space of a hook: its first word with the underscores around it. */
static size_t hook_prefix(const char *symbol)
{
	size_t n = strspn(symbol, "_");

	n += strcspn(symbol + n, "_");
	return n + (symbol[n] == '_');
}

/* A hook, or something in the name space of hooks or of the runtime's port. */
static bool is_hook(const char *name)
{
	for (int i = 0; i < ANYCOV_N_HOOKS; i++) {
		const char *symbol = anycov_hook_table[i].symbol;

		if (!strncmp(name, symbol, hook_prefix(symbol)))
			return true;
	}
	return starts_with(name, "anycov_port_");
}

/* Functions that sanitizers and C libraries add to a module: LLVM's list, and
 * the constructors that GCC's sanitizers build (their priority is 99). */
static bool is_constructor(const char *name)
{
	return strstr(name, ".module_ctor") || !strcmp(name, "__local_stdio_printf_options") ||
	       !strcmp(name, "__local_stdio_scanf_options") || starts_with(name, "_sub_I_00099_") ||
	       starts_with(name, "_sub_D_00099_") || starts_with(name, "_GLOBAL__sub_I_00099_") ||
	       starts_with(name, "_GLOBAL__sub_D_00099_");
}

/* A function that clang adds to C++ units and that has no line in any source.  A report of flags
 * could only call it unknown; other kinds of coverage record it, as clang's own do. */
static bool is_helper(const struct anycov_options *o, const char *name)
{
	return (o->coverage & ANYCOV_COV_FLAGS) && !strcmp(name, "__clang_call_terminate");
}

static bool in_skipped_section(const struct anycov_options *o, const char *section)
{
	for (unsigned i = 0; section && i < o->n_skip_sections; i++)
		if (!strcmp(o->skip_sections[i], section) ||
		    anycov_glob_match(o->skip_sections[i], section))
			return true;
	return false;
}

/* As clang does: the allowlist must name both the unit and the function, the
 * ignorelist one of them. */
static enum anycov_skip by_lists(const struct anycov_options *o, const struct anycov_function *f)
{
	const struct anycov_source_names unit = { f->unit ? f->unit : "", f->unit_dir,
						  f->unit_shown };
	/* Both kinds of entries are tried: one that matches something is no mistake. */
	const bool allowed_file = anycov_list_has_source(o->allow, &unit);
	const bool file = anycov_list_has_source(o->ignore, &unit);
	bool allowed_function, function;

	if (!f->name)
		return ANYCOV_SKIP_NONE;
	allowed_function = anycov_list_has_function(o->allow, f->name);
	function = anycov_list_has_function(o->ignore, f->name);
	if (o->allow && !(allowed_file && allowed_function))
		return ANYCOV_SKIP_ALLOWLIST;
	return file || function ? ANYCOV_SKIP_IGNORELIST : ANYCOV_SKIP_NONE;
}

void anycov_try_lists(const struct anycov_options *o, const struct anycov_function *f)
{
	(void)by_lists(o, f);
}

enum anycov_skip anycov_skip_function(const struct anycov_options *o,
				      const struct anycov_function *f)
{
	const enum anycov_skip lists = by_lists(o, f);

	if (is_hook(f->name))
		return ANYCOV_SKIP_HOOK;
	if (is_constructor(f->name) || is_helper(o, f->name))
		return ANYCOV_SKIP_CONSTRUCTOR;
	if (f->is_naked)
		return ANYCOV_SKIP_NAKED;
	if (f->no_coverage)
		return ANYCOV_SKIP_ATTRIBUTE;
	if (f->no_instrumentation)
		return ANYCOV_SKIP_NO_INSTRUMENTATION;
	if (f->is_external_copy)
		return ANYCOV_SKIP_EXTERNAL_COPY;
	if (in_skipped_section(o, f->section))
		return ANYCOV_SKIP_SECTION;
	if (f->has_async_eh)
		return ANYCOV_SKIP_ASYNC_EH;
	return lists;
}

const char *anycov_skip_reason(enum anycov_skip why)
{
	switch (why) {
	case ANYCOV_SKIP_NONE:
		return "instrumented";
	case ANYCOV_SKIP_HOOK:
		return "it is a hook or a function that a hook may call";
	case ANYCOV_SKIP_NAKED:
		return "it is naked: a call would destroy registers that its asm relies on";
	case ANYCOV_SKIP_ATTRIBUTE:
		return "it has the attribute no_sanitize_coverage or no_sanitize(\"coverage\")";
	case ANYCOV_SKIP_NO_INSTRUMENTATION:
		return "it has the attribute disable_sanitizer_instrumentation";
	case ANYCOV_SKIP_EXTERNAL_COPY:
		return "this is a copy for inlining; the function is emitted elsewhere";
	case ANYCOV_SKIP_ASYNC_EH:
		/* Nothing shows which calls of an outlined __except filter or __finally run in
		 * which frame; clang's own coverage leaves such functions alone too. */
		return "it uses structured exception handling";
	case ANYCOV_SKIP_SECTION:
		return "skip-sections= names its section";
	case ANYCOV_SKIP_ALLOWLIST:
		return "the allowlist does not name both its source file and the function";
	case ANYCOV_SKIP_IGNORELIST:
		return "the ignorelist names its source file or the function";
	case ANYCOV_SKIP_CONSTRUCTOR:
		return "the compiler, a sanitizer or the C library made it";
	}
	return "unknown";
}

/* The next of 8, 16, 32, 64; 0 for more. */
static unsigned widen(unsigned bits)
{
	return bits > 64 || !bits ? 0 : bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

/* The hooks that exist for operands or accesses of several sizes, by row: 1, 2, 4, 8, 16 bytes. */
enum by_size { CMP, CONST_CMP, LOAD, STORE, N_BY_SIZE };
static const int sized_hooks[][N_BY_SIZE] = {
	{ ANYCOV_HOOK_CMP1, ANYCOV_HOOK_CONST_CMP1, ANYCOV_HOOK_LOAD1, ANYCOV_HOOK_STORE1 },
	{ ANYCOV_HOOK_CMP2, ANYCOV_HOOK_CONST_CMP2, ANYCOV_HOOK_LOAD2, ANYCOV_HOOK_STORE2 },
	{ ANYCOV_HOOK_CMP4, ANYCOV_HOOK_CONST_CMP4, ANYCOV_HOOK_LOAD4, ANYCOV_HOOK_STORE4 },
	{ ANYCOV_HOOK_CMP8, ANYCOV_HOOK_CONST_CMP8, ANYCOV_HOOK_LOAD8, ANYCOV_HOOK_STORE8 },
	{ -1, -1, ANYCOV_HOOK_LOAD16, ANYCOV_HOOK_STORE16 },
};

static int sized_hook(enum by_size which, uint64_t bytes)
{
	for (unsigned row = 0; row < sizeof(sized_hooks) / sizeof(sized_hooks[0]); row++)
		if (bytes == 1u << row)
			return sized_hooks[row][which];
	return -1;
}

struct anycov_compare_choice anycov_choose_compare(const struct anycov_compare *c)
{
	struct anycov_compare_choice choice = { -1, false, 0 };

	if (c->left_const && c->right_const)
		return choice;
	switch (c->cls) {
	case ANYCOV_VALUE_F32:
		choice.hook = ANYCOV_HOOK_CMPF;
		choice.bits = 32;
		break;
	case ANYCOV_VALUE_F64:
		choice.hook = ANYCOV_HOOK_CMPD;
		choice.bits = 64;
		break;
	case ANYCOV_VALUE_INTEGER:
		choice.bits = widen(c->bits);
		choice.hook = sized_hook(c->left_const || c->right_const ? CONST_CMP : CMP,
					 choice.bits / 8);
		choice.swap = c->right_const && choice.hook >= 0;
		break;
	case ANYCOV_VALUE_OTHER:
		break;
	}
	return choice;
}

/* Compare or search strings, with two arguments. */
static const char *const string_routines[] = {
	"strcmp",
	"strcasecmp",
	"stricmp",
	"strstr",
	"strcsequal",
	"cmsstrcasecmp",
	"xmlStrcmp",
	"xmlStrEqual",
	"xmlStrcasecmp",
	"xmlStrstr",
	"xmlStrcasestr",
	"g_strcmp0",
	"g_strcasecmp",
	"g_ascii_strcasecmp",
	"g_strstr_len",
	"g_str_has_prefix",
	"g_str_has_suffix",
	"curl_strequal",
	"Curl_strcasecompare",
	"Curl_safe_strcasecompare",
	"ap_cstr_casecmp",
	"ap_strcasestr",
	"OPENSSL_strcasecmp",
};
/* Compare strings of at most so many bytes, the third argument. */
static const char *const bounded_routines[] = {
	"strncmp",
	"strncasecmp",
	"strnicmp",
	"xmlStrncmp",
	"xmlStrncasecmp",
	"curl_strnequal",
	"Curl_strncasecompare",
	"ap_cstr_casecmpn",
	"OPENSSL_strncasecmp",
	"g_strncasecmp",
	"g_ascii_strncasecmp",
};
/* To LLVM these are no calls; what they copy is not compared. */
static const char *const copying_routines[] = { "memcpy", "memmove", "mempcpy" };
/* What names of builtins begin with that are instructions. */
static const char *const instructions[] = { "__atomic_", "__sync_", "__builtin_" };

/* Parts of the mangled names of "==" and compare(), of both libraries. */
static const struct {
	const char *parts[3];
	int hook;
} string_classes[] = {
	{ { "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPK", "", "" },
	  ANYCOV_HOOK_ROUTINE_GCC_C },
	{ { "__is_char", "7__value", "St7__cxx1112basic_stringI" }, ANYCOV_HOOK_ROUTINE_GCC },
	{ { "_ZNSt3__1eqI", "_12basic_stringI", "EEPK" }, ANYCOV_HOOK_ROUTINE_LLVM_C },
	{ { "_ZNSt3__1eqI", "_12basic_stringI", "" }, ANYCOV_HOOK_ROUTINE_LLVM },
};

static bool is_among(const char *name, const char *const *names, size_t n)
{
	while (n--)
		if (!strcmp(name, names[n]))
			return true;
	return false;
}

int anycov_choose_routine(const char *callee, unsigned n_args, unsigned third_bits)
{
	if (is_among(callee, copying_routines, COUNT(copying_routines)))
		return ANYCOV_HOOK_NONE;
	for (size_t i = 0; i < COUNT(instructions); i++)
		if (starts_with(callee, instructions[i]))
			return ANYCOV_HOOK_NONE;
	for (size_t i = 0; i < COUNT(string_classes); i++)
		if (strstr(callee, string_classes[i].parts[0]) &&
		    strstr(callee, string_classes[i].parts[1]) &&
		    strstr(callee, string_classes[i].parts[2]))
			return string_classes[i].hook;
	if (n_args == 2 && is_among(callee, string_routines, COUNT(string_routines)))
		return ANYCOV_HOOK_ROUTINE_STR;
	if (third_bits != 32 && third_bits != 64)
		return ANYCOV_HOOK_ROUTINE;
	if (n_args == 3 && is_among(callee, bounded_routines, COUNT(bounded_routines)))
		return ANYCOV_HOOK_ROUTINE_STRN;
	return ANYCOV_HOOK_ROUTINE_N;
}

unsigned anycov_switch_bits(unsigned bits)
{
	return widen(bits);
}

int anycov_choose_division(unsigned bits)
{
	return bits == 32 ? ANYCOV_HOOK_DIV4 : bits == 64 ? ANYCOV_HOOK_DIV8 : -1;
}

int anycov_choose_access(uint64_t bytes, bool store)
{
	return sized_hook(store ? STORE : LOAD, bytes);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

unsigned anycov_sort_cases(uint64_t *values, unsigned n)
{
	unsigned kept = 0;

	if (!n)
		return 0;
	qsort(values, n, sizeof(*values), by_value);
	for (unsigned i = 0; i < n; i++)
		if (!kept || values[kept - 1] != values[i])
			values[kept++] = values[i];
	return kept;
}
