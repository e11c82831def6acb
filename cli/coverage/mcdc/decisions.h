/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Decisions in the text of a C or C++ source: what if, while, for and ?: test, and what && and ||
 * compute, with the conditions that they consist of.  The text is not preprocessed, so macros may
 * contain more, or less.
 */
#ifndef ANYCOV_DECISIONS_H
#define ANYCOV_DECISIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a decision is for, from which it follows how compilers evaluate it. */
enum decision_use {
	DECISION_IF,     /* jumps are made of all of its conditions */
	DECISION_LOOP,   /* while, do, for: clang makes a value of it, and one jump */
	DECISION_CHOICE, /* ?: of which clang may make a value */
	DECISION_VALUE,  /* clang makes no jump of the last condition */
};

struct text_condition {
	size_t first, end; /* of its text, without ! before it */
	uint32_t line;     /* where it begins */
	uint8_t to[2];     /* by value: a later condition, or DECISION_END + the decision's value */
};

struct text_decision {
	uint32_t first_line, last_line;
	uint8_t use;  /* enum decision_use */
	bool odd;     /* of a form that is not compared with branches */
	bool negated; /* has ! before a condition or brackets */
	bool is_none; /* while the text is read */
	uint32_t n;   /* conditions; 0: a switch, which has none */
	size_t first; /* part of conditions */
	size_t end;   /* in the text, of its last condition */
};

struct text_decisions {
	struct text_decision *v; /* by line */
	size_t n, room;
	struct text_condition *conditions;
	size_t n_conditions, conditions_room;
};

/* Finds them; size: of the text. */
void decisions_read(struct text_decisions *d, const char *text, size_t size);
void decisions_free(struct text_decisions *d);

#endif
