/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Functions of calls that did not return are decided up to a limit of work. */
#include "anycov/map.h"
#include "coverage/cut_calls.h"
#include "test/unit/unit.h"

#define BLOCKS_MAX 8

/* Decides a function whose blocks follow one another, the first two by so many edges. */
static bool is_decided(uint32_t blocks, uint32_t edges)
{
	struct map_function f = { .blocks = blocks, .prune = ANYCOV_PRUNE_LOSSLESS };
	struct map_block b[BLOCKS_MAX] = { { .number = 0 } };
	uint8_t states[BLOCKS_MAX] = { 0 }, reasons[BLOCKS_MAX] = { 0 };
	uint32_t *numbers = malloc(edges * sizeof(*numbers)), n = 0, more = edges - (blocks - 2);
	struct map map = { .functions = &f, .n_functions = 1, .blocks = b, .n_blocks = blocks };
	struct instrumented_image m = { .map = &map, .states = states, .reasons = reasons };
	bool is;

	CHECK(numbers);
	map.numbers = numbers;
	for (uint32_t i = 0; i < blocks; i++) {
		b[i].number = i;
		b[i].flags = i + 1 < blocks ? ANYCOV_MAP_BLOCK_PROBED : ANYCOV_MAP_BLOCK_EXIT;
		b[i].succs.first = n;
		b[i].succs.n = i + 1 == blocks ? 0 : i ? 1 : more;
		for (uint32_t k = 0; k < b[i].succs.n; k++)
			numbers[n++] = i + 1;
		states[i] = b[i].flags & ANYCOV_MAP_BLOCK_PROBED ? STATE_HIT : STATE_UNKNOWN;
	}
	CHECK_EQ(n, edges);
	is = decide_cut_function(&m, &f, true);
	CHECK_EQ(states[blocks - 1], is ? STATE_INFERRED : STATE_UNKNOWN);
	free(numbers);
	return is;
}

/* Blocks times blocks and edges: 50 million. */
TEST(a_function_of_too_much_work_stays_unknown)
{
	CHECK(is_decided(7, 6));
	CHECK(is_decided(7, 49999999 / 7 - 7));
	CHECK(!is_decided(8, 50000000 / 8 - 8));
}

RUN_TESTS(RUN(a_function_of_too_much_work_stays_unknown))
