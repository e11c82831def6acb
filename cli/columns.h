/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where in a line blocks begin: by the map, or where DWARF says that their probes are. */
#ifndef ANYCOV_COLUMNS_H
#define ANYCOV_COLUMNS_H

#include "coverage.h"

struct block_start {
	uint32_t file, line, column; /* file: index in coverage.files; column: bytes, from 1 */
	uint32_t block;              /* MAP_NONE without a map */
	uint8_t state;               /* enum cover_state */
};

struct columns {
	struct block_start *v; /* by file, line, column, block */
	size_t n, room;
};

void columns_make(struct columns *to, const struct coverage *c);
void columns_free(struct columns *s);
/* Those of a line; *n of them. */
const struct block_start *columns_of_line(const struct columns *s, uint32_t file, uint32_t line,
					  size_t *n);

#endif
