/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A buffer that a reset does not clear, with the bare-metal port: the next run gets the records
 * of the one before, and none that an interrupted hook had claimed but not written.
 */
#include <stdint.h>
#include <string.h>
#include "anycov/anycov.h"
#include "check.h"

void __sanitizer_cov_trace_pc(void);

static uintptr_t memory[32];

/* As in the next run: nothing records, and the memory is not the buffer yet. */
static int reset(void)
{
	static uintptr_t other[4];

	anycov_stop();
	CHECK_EQ(anycov_buffer(other, sizeof(other)), 0);
	return anycov_buffer_persistent(memory, sizeof(memory));
}

int main(void)
{
	uintptr_t last;

	memset(memory, 0xa5, sizeof(memory)); /* of a first start */
	CHECK_EQ(anycov_buffer_persistent(memory, sizeof(memory)), 0);
	CHECK_EQ(reset(), 0); /* nothing was started */
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	for (int i = 0; i < 3; i++)
		__sanitizer_cov_trace_pc();
	CHECK_EQ(memory[0], 3);
	CHECK_EQ(memory[4], 0); /* anycov_start() cleared it */
	last = memory[3];
	memory[2] = 0; /* the hook's claim was interrupted */
	CHECK_EQ(reset(), 1);
	CHECK_EQ(anycov_count(), 2);
	CHECK_EQ(memory[2], last);

	/* A new start clears them. */
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	CHECK_EQ(anycov_count(), 0);
	CHECK_EQ(memory[1], 0);
	return check_result();
}
