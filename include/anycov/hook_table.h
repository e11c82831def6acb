/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * hooks.def as enumerations and tables of strings, for the plugins and the command (defined in
 * common/emit/hook_table.c).
 */
#ifndef ANYCOV_HOOK_TABLE_H
#define ANYCOV_HOOK_TABLE_H

#ifdef __cplusplus
extern "C" {
#endif

enum anycov_hook_id {
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind) ANYCOV_HOOK_##id,
#include "anycov/hooks.def"
	ANYCOV_N_HOOKS,
	ANYCOV_HOOK_NONE = -1
};

enum anycov_section_id {
#define ANYCOV_SECTION(id, name) ANYCOV_SECTION_##id,
#include "anycov/hooks.def"
	ANYCOV_N_SECTIONS
};

enum anycov_table_id {
#define ANYCOV_TABLE(id, bytes, init, ctor) ANYCOV_TABLE_##id,
#include "anycov/hooks.def"
	ANYCOV_N_TABLES
};

enum anycov_variable_id {
#define ANYCOV_VARIABLE(id, symbol) ANYCOV_VARIABLE_##id,
#include "anycov/hooks.def"
	ANYCOV_N_VARIABLES
};

enum anycov_arg_type {
	ANYCOV_ARG_none,
	ANYCOV_ARG_u8,
	ANYCOV_ARG_u16,
	ANYCOV_ARG_u32,
	ANYCOV_ARG_u64,
	ANYCOV_ARG_uptr,
	ANYCOV_ARG_ptr,
	ANYCOV_ARG_f32,
	ANYCOV_ARG_f64
};

enum anycov_hook_kind { ANYCOV_KIND_std, ANYCOV_KIND_init, ANYCOV_KIND_afl, ANYCOV_KIND_own };

struct anycov_hook_info {
	const char *symbol;
	unsigned char nargs;
	unsigned char args[3]; /* enum anycov_arg_type */
	unsigned char kind;    /* enum anycov_hook_kind */
};

struct anycov_table_info {
	unsigned char section; /* enum anycov_section_id */
	unsigned char bytes;   /* of an element; 0: size of a pointer */
	signed char init;      /* enum anycov_hook_id */
	const char *ctor;      /* NULL: the object's last other constructor calls init */
};

/*
 * Prefixes with which ld names the bounds of a section, and the priority of the constructors,
 * which run before those of programs.
 */
#define ANYCOV_SECTION_START "__start_"
#define ANYCOV_SECTION_STOP "__stop_"
#define ANYCOV_CTOR_PRIORITY 2u
/* The constructor of an object whose tables have no constructor of their own. */
#define ANYCOV_CTOR_OTHER "sancov.module_ctor"

/*
 * What objects for a fuzzer define, in a comdat group for each fuzzer: linkers name two objects for
 * different ones.  The fuzzer's name follows in that of the section.
 */
#define ANYCOV_ONE_FUZZER "__anycov_objects_for_different_fuzzers"
#define ANYCOV_FUZZER_SECTION ".anycov_for_"

/* The group of a section of that name.  Of one with the section's name assemblers write the
 * section's symbol, which has none, and lld takes all groups without a name for one. */
static inline const char *anycov_fuzzer_group(const char *name)
{
	return name + 1;
}

/* Indexed by enum anycov_hook_id, anycov_section_id and so on. */
extern const struct anycov_hook_info anycov_hook_table[ANYCOV_N_HOOKS];
extern const char *const anycov_section_names[ANYCOV_N_SECTIONS];
extern const struct anycov_table_info anycov_table_infos[ANYCOV_N_TABLES];
extern const char *const anycov_variable_names[ANYCOV_N_VARIABLES];

/* Returns the ID of the hook with this symbol, or -1. */
int anycov_hook_by_symbol(const char *symbol);
/* The bits of an argument that is an integer; 0: it is a pointer or has a fraction. */
unsigned anycov_arg_bits(enum anycov_arg_type type, unsigned pointer_bits);
/* The bits of a variable, which is an integer. */
unsigned anycov_variable_bits(enum anycov_variable_id id, unsigned pointer_bits);

#ifdef __cplusplus
}
#endif
#endif
