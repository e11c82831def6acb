/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Decides for one function, one comparison or one memory access at a time: does it get a
 * probe, and which hook does the probe call?  Callers pass what the compiler reported
 * (common/facts.h).  planner.h decides which basic blocks get probes.
 */
#ifndef ANYCOV_INSTRUMENT_RULES_H
#define ANYCOV_INSTRUMENT_RULES_H

#include <stdbool.h>
#include <stdint.h>
#include "anycov/hook_table.h"
#include "common/facts.h"
#include "common/options/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum anycov_skip {
	ANYCOV_SKIP_NONE,  /* instrument it */
	ANYCOV_SKIP_HOOK,  /* a hook, or a function a hook may call */
	ANYCOV_SKIP_NAKED, /* a call would destroy what its asm relies on */
	ANYCOV_SKIP_ATTRIBUTE,
	ANYCOV_SKIP_NO_INSTRUMENTATION,
	ANYCOV_SKIP_EXTERNAL_COPY,
	ANYCOV_SKIP_ASYNC_EH, /* structured exception handling */
	ANYCOV_SKIP_SECTION,
	ANYCOV_SKIP_ALLOWLIST,
	ANYCOV_SKIP_IGNORELIST,
	ANYCOV_SKIP_CONSTRUCTOR /* a sanitizer's own module constructor */
};

/* Why this function gets no hooks; ANYCOV_SKIP_NONE if it does. */
enum anycov_skip anycov_skip_function(const struct anycov_options *o,
				      const struct anycov_function *f);
/* Notes which entries of the lists match; name may be NULL: the unit alone. */
void anycov_try_lists(const struct anycov_options *o, const struct anycov_function *f);
/* The reason in words, for verbose. */
const char *anycov_skip_reason(enum anycov_skip why);

struct anycov_compare {
	enum anycov_value_class cls;
	unsigned bits; /* precision of the operands */
	bool left_const, right_const;
};
struct anycov_compare_choice {
	int hook;      /* enum anycov_hook_id, or -1: no hook */
	bool swap;     /* pass (right, left): the constant goes first */
	unsigned bits; /* width of the hook's arguments */
};
/*
 * Which hook a comparison gets.  Integers widen to the next of 8, 16, 32, 64
 * bits (1 bit to 8, zero-extended); more than 64 bits: none, a truncated
 * operand would be a lie.  Two constants: none.  Floats have no const form.
 */
struct anycov_compare_choice anycov_choose_compare(const struct anycov_compare *c);

/*
 * The hook of CmpLog for a call of this function with so many arguments, or -1.  The first two are
 * pointers; third_bits: of the third parameter if it is an integer, else 0.
 * docs/instrumentation.md says where AFL++'s own pass chooses another one.
 */
int anycov_choose_routine(const char *callee, unsigned n_args, unsigned third_bits);

/* Widest switch operand that has a hook; its table says bits = 8/16/32/64. */
unsigned anycov_switch_bits(unsigned bits); /* 0: no hook */

/*
 * trace-div: the hook of a division of integers whose divisor has this many
 * bits, -1: none.  LLVM's rule: divisions, not remainders, by a divisor that is
 * no constant, of 32 or 64 bits.
 */
int anycov_choose_division(unsigned bits);

/* trace-loads, trace-stores: the hook of an access to so many bytes, -1: none. */
int anycov_choose_access(uint64_t bytes, bool store);

/*
 * Sorts the case values (already masked to bits and zero-extended) and drops
 * equal ones.  Returns how many remain.
 */
unsigned anycov_sort_cases(uint64_t *values, unsigned n);

#ifdef __cplusplus
}
#endif
#endif
