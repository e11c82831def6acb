/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What each test of a recording reached ('anycov run --test NAME'). */
#ifndef ANYCOV_TESTS_H
#define ANYCOV_TESTS_H

#include "coverage/model/coverage.h"
#include "coverage/match/read_inputs.h"

#define NO_NAMED_TEST                                                                              \
	"no test was recorded with its name; run each test with 'anycov run --test NAME'"

/* A set of small numbers. */
struct bit_set {
	uint64_t *words;
	size_t n; /* words */
};

static inline bool bit_set_has(const struct bit_set *s, size_t i)
{
	return s->words[i / 64] >> i % 64 & 1;
}

struct test {
	const char *name;           /* "": what was recorded without --test */
	struct bit_set lines;       /* indices in coverage.lines: covered */
	struct bit_set not_covered; /* the same: proved not to be */
	struct bit_set functions;   /* indices in coverage.functions: covered */
	struct bit_set blocks;      /* covered; of the same function in several images each once */
	size_t n_lines, n_blocks;   /* covered */
	size_t alone; /* lines that no other test with a name covers; 0 without a name */
	size_t added; /* blocks that no test before it in tests.order covers; 0: redundant */
	bool lost;    /* an input of it could not be used, or records of it were lost */
};

/* Tests are in the order of their names in inputs. */
struct tests {
	const struct coverage *all;
	struct test *v;
	size_t n;
	size_t *order; /* indices in v: those that together reach all, the rest after them */
	size_t n_needed, n_named; /* of order; tests with a name */
};

/*
 * Reads the inputs of each test again, after coverage was made of all of them: all is made of
 * parts[], one for each image of r, or NULL for one that is left out.  The images' hits and states
 * are the same after it.
 */
void tests_read(struct tests *t, struct match_result *r, const struct inputs *in,
		const struct input_options *o, struct coverage *const *parts,
		const struct coverage *all, bool complete);
void tests_free(struct tests *t);

#endif
