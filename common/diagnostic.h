/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How messages of the plugins reach the user.  An adapter passes them to its compiler's
 * own diagnostics and writes no text itself: those that only one compiler can need are
 * below, all others where common/ finds the mistake.
 */
#ifndef ANYCOV_DIAGNOSTIC_H
#define ANYCOV_DIAGNOSTIC_H

#include <stdbool.h>
#include <stdint.h>
#include "common/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Remarks are what became of the function that is being looked at, for those who ask the
 * compiler what its passes did. */
enum anycov_severity {
	ANYCOV_NOTE,
	ANYCOV_WARNING,
	ANYCOV_ERROR,
	ANYCOV_REMARK,        /* it was instrumented */
	ANYCOV_REMARK_SKIPPED /* it was not, and why */
};

/* text: one sentence that begins with "anycov: "; valid during the call only. */
struct anycov_reporter {
	void (*report)(void *user, enum anycov_severity severity, const char *text);
	void *user;
	/* Returns whether remarks are wanted now; NULL: they are not. */
	bool (*wants_remarks)(void *user);
};

/* Returns whether the compiler's user wants remarks about the current function. */
bool anycov_wants_remarks(const struct anycov_reporter *r);
/* Returns what a regular noun of n things ends in. */
const char *anycov_plural(uint32_t n);
void anycov_report(const struct anycov_reporter *r, enum anycov_severity severity, const char *fmt,
		   ...) __attribute__((format(printf, 3, 4)));

/*
 * A plugin in the wrong compiler: family is "GCC" or "LLVM", for the version it was
 * built for, running that of the compiler.  Equal ones: the configurations differ.
 */
const char *anycov_wrong_compiler(struct anycov_error *e, const char *family, const char *built,
				  const char *running);
/*
 * Returns NULL, or an error for a language whose lines and branches have not been compared.
 * language: as GCC names it, "GNU C++17".
 */
const char *anycov_unknown_language(struct anycov_error *e, const char *language);
/* This GCC has none of the passes that the comparison pass is inserted before. */
#define ANYCOV_NO_COMPARE_PASS                                                                     \
	"anycov: this compiler has no known pass to insert trace-cmp before; please report its "   \
	"version"
/* A function has lean probes and still a red zone. */
const char *anycov_red_zone_left(struct anycov_error *e, const char *function);
/* A pass text of opt with a comma in anycov<...>. */
#define ANYCOV_COMMA_IN_PASS                                                                       \
	"anycov: -passes= takes no comma within anycov<...>; write coverage=A;coverage=B"
#define ANYCOV_PLUGIN_HELP "see `anycov flags --help'"

#ifdef __cplusplus
}
#endif
#endif
