/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Columns where blocks begin, from the map or from the DWARF locations of probes. */
#ifndef ANYCOV_BLOCK_STARTS_H
#define ANYCOV_BLOCK_STARTS_H

#include "coverage/model/coverage.h"

struct block_start {
	uint32_t file, line, column; /* file: index in coverage.files; column: bytes, from 1 */
	uint32_t block;              /* MAP_NONE without a map */
	uint32_t function;           /* index in map.functions, or MAP_NONE */
	uint8_t state;               /* enum coverage_state */
	uint8_t reason;              /* enum unknown_reason */
};

struct block_starts {
	struct block_start *v; /* by file, line, column, block */
	size_t n, room;
};

void block_starts_make(struct block_starts *to, const struct coverage *c);
void block_starts_free(struct block_starts *s);
/* Returns the *n block starts of a line. */
const struct block_start *block_starts_of_line(const struct block_starts *s, uint32_t file,
					       uint32_t line, size_t *n);

#endif
