/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Decisions about functions and comparisons that both compilers must take
 * alike.  The adapters fill plain structs from their own data; nothing here
 * knows a compiler.
 */
#ifndef ANYCOV_DECIDE_H
#define ANYCOV_DECIDE_H

#include <stdbool.h>
#include <stdint.h>
#include "anycov/hook_table.h"
#include "common/options.h"

#ifdef __cplusplus
extern "C" {
#endif

struct anycov_function {
	const char *name;    /* assembler name, without the target's prefix */
	const char *source;  /* file of the definition as the compiler was given it */
	const char *unit;    /* main source file of the translation unit */
	const char *section; /* NULL: default */
	bool is_naked;
	bool no_coverage;    /* no_sanitize_coverage, no_sanitize("coverage") */
	bool no_instrumentation; /* disable_sanitizer_instrumentation */
	bool is_external_copy;   /* available_externally: emitted elsewhere */
	bool is_trap;        /* the entry block holds nothing but unreachable */
};

enum anycov_skip {
	ANYCOV_SKIP_NOT,     /* instrument it */
	ANYCOV_SKIP_HOOK,    /* a hook, or a function a hook may call */
	ANYCOV_SKIP_NAKED,   /* a call would destroy what its asm relies on */
	ANYCOV_SKIP_ATTRIBUTE,
	ANYCOV_SKIP_NO_INSTRUMENTATION,
	ANYCOV_SKIP_EXTERNAL_COPY,
	ANYCOV_SKIP_TRAP,
	ANYCOV_SKIP_SECTION,
	ANYCOV_SKIP_ALLOWLIST,
	ANYCOV_SKIP_IGNORELIST,
	ANYCOV_SKIP_CONSTRUCTOR /* a sanitizer's own module constructor */
};

/* Why this function gets no hooks; ANYCOV_SKIP_NOT if it does. */
enum anycov_skip anycov_skip_function(const struct anycov_options *o,
				      const struct anycov_function *f);
/* The reason in words, for verbose. */
const char *anycov_skip_reason(enum anycov_skip why);

/* An operand of a comparison. */
enum anycov_value_class { ANYCOV_VALUE_INTEGER, ANYCOV_VALUE_F32, ANYCOV_VALUE_F64,
			  ANYCOV_VALUE_OTHER };
struct anycov_compare {
	enum anycov_value_class cls;
	unsigned bits;         /* precision of the operands */
	bool left_const, right_const;
};
struct anycov_compare_plan {
	int hook;              /* enum anycov_hook_id, or -1: no hook */
	bool swap;             /* pass (right, left): the constant goes first */
	unsigned bits;         /* width of the hook's arguments */
};
/*
 * Which hook a comparison gets.  Integers widen to the next of 8, 16, 32, 64
 * bits (1 bit to 8, zero-extended); more than 64 bits: none, a truncated
 * operand would be a lie.  Two constants: none.  Floats have no const form.
 */
struct anycov_compare_plan anycov_plan_compare(const struct anycov_compare *c);

/* Widest switch operand that has a hook; its table says bits = 8/16/32/64. */
unsigned anycov_plan_switch_bits(unsigned bits); /* 0: no hook */

/*
 * trace-div: the hook of a division of integers whose divisor has this many
 * bits, -1: none.  LLVM's rule: divisions, not remainders, by a divisor that is
 * no constant, of 32 or 64 bits.
 */
int anycov_plan_division(unsigned bits);

/* trace-loads, trace-stores: the hook of an access to so many bytes, -1: none. */
int anycov_plan_access(uint64_t bytes, bool store);

/*
 * Sorts the case values (already masked to bits and zero-extended) and drops
 * equal ones.  Returns how many remain.
 */
unsigned anycov_sort_cases(uint64_t *values, unsigned n);

#ifdef __cplusplus
}
#endif
#endif
