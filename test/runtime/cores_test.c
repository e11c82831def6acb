/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The bare-metal port of two cores (ANYCOV_PORT_CORES=2): what each core records into. */
#include <stdint.h>
#include <string.h>
#include "anycov/anycov.h"
#include "check.h"

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);

unsigned test_core; /* ANYCOV_PORT_CORE_ID() */
unsigned test_masks;
static unsigned moves; /* how often the next hook's task could move to another core */
static uintptr_t at_move;

static uint64_t image[32], first[16], second[16];

static uintptr_t count(const uint64_t *buffer)
{
	return *(const uintptr_t *)buffer;
}

void test_unmasked(void)
{
	if (!moves++)
		at_move = count(image);
}

/*
 * Without atomic instructions a task cannot move between the lookup of a context and the record,
 * which would be in the buffer that the first core uses, too.
 */
static void check_masked(void)
{
#ifdef TEST_IRQMASK
	const unsigned modes[] = { KCOV_TRACE_PC, KCOV_TRACE_CMP };
	uintptr_t bits[1];
	unsigned i;

	CHECK_EQ(anycov_guard_bits(bits, sizeof(bits)), ANYCOV_ENOSYS);
	CHECK_EQ(anycov_guard_bits(NULL, 0), 0);

	for (i = 0; i < 2; i++) {
		CHECK_EQ(anycov_start(modes[i]), 0);
		moves = 0;
		test_core = 0;
		if (modes[i] == KCOV_TRACE_PC)
			__sanitizer_cov_trace_pc();
		else
			__sanitizer_cov_trace_cmp4(1, 2);
		CHECK_EQ(moves, 1);
		CHECK_EQ(at_move, 1);
		CHECK_EQ(count(image), 1);
		anycov_stop();
	}
#endif
}

static size_t chunks; /* of records */

static int count_chunks(void *arg, const void *data, size_t n)
{
	(void)arg;
	chunks += n == 16 && !memcmp(data, "PC  ", 4);
	return 0;
}

/* The records of every core survive a reset; of a size that does not divide evenly, too. */
static void check_persistent(void)
{
	static uint64_t memory[35], other[8];

	CHECK_EQ(anycov_buffer_persistent(memory, sizeof(memory)), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	test_core = 1;
	__sanitizer_cov_trace_pc();
	__sanitizer_cov_trace_pc();
	test_core = 0;
	__sanitizer_cov_trace_pc();
	anycov_stop();
	CHECK_EQ(anycov_buffer(other, sizeof(other)), 0); /* as after a reset */
	CHECK_EQ(anycov_count(), 0);
	CHECK_EQ(anycov_buffer_persistent(memory, sizeof(memory)), 1);
	CHECK_EQ(anycov_count(), 3);
	chunks = 0;
	CHECK_EQ(anycov_dump(count_chunks, NULL), 0);
	CHECK_EQ(chunks, 2);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	CHECK_EQ(anycov_count(), 0);
	anycov_stop();
}

/* Returns how many records a hook call of a core adds to a buffer. */
static uintptr_t recorded(unsigned core, const uint64_t *buffer)
{
	uintptr_t before = count(buffer);

	test_core = core;
	__sanitizer_cov_trace_pc();
	return count(buffer) - before;
}

static void run(unsigned core, struct anycov_task *t)
{
	test_core = core;
	anycov_task_switch(t);
}

/* A sink of code with probes, which another core's task runs into meanwhile. */
static int record_meanwhile(void *arg, const void *data, size_t n)
{
	if (n < 4 || memcmp(data, "END ", 4))
		return 0;
	CHECK_EQ(recorded(0, first), 0);
	CHECK_EQ(recorded(1, second), 1);
	if (arg) /* what the sink stops, the end of the dump does not start again */
		anycov_task_stop(arg);
	test_core = 0;
	return 0;
}

/* Stop, reset, count and dump in a task: its context and the image's, no other task's. */
static void check_calling(void)
{
	static struct anycov_task a, b;

	CHECK_EQ(anycov_buffer(image, sizeof(image)), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	CHECK_EQ(anycov_task_start(&a, 1, KCOV_TRACE_PC, first, sizeof(first)), 0);
	CHECK_EQ(anycov_task_start(&b, 2, KCOV_TRACE_PC, second, sizeof(second)), 0);
	CHECK_EQ(recorded(0, image) + recorded(1, image + 16), 2);
	run(0, &a);
	run(1, &b);
	CHECK_EQ(recorded(0, first), 1);
	CHECK_EQ(anycov_count(), 3);
	CHECK_EQ(anycov_dump(record_meanwhile, NULL), 0);
	CHECK_EQ(recorded(0, first), 1);
	CHECK_EQ(recorded(1, second), 1);

	test_core = 0;
	anycov_reset();
	CHECK_EQ(anycov_count(), 0);
	CHECK_EQ(count(first), 0);
	CHECK(count(second) > 0);
	CHECK_EQ(recorded(0, first), 1);

	/* Each context has its own mode after a dump: here the image's are off, the task's is not.
	 */
	run(0, NULL);
	anycov_stop();
	run(0, &a);
	CHECK_EQ(anycov_dump(record_meanwhile, NULL), 0);
	CHECK_EQ(recorded(0, first), 1);
	run(0, NULL);
	CHECK_EQ(recorded(0, image), 0);
	run(0, &a);
	CHECK_EQ(anycov_dump(record_meanwhile, &a), 0);
	CHECK_EQ(recorded(0, first), 0);

	test_core = 1;
	anycov_stop();
	CHECK_EQ(recorded(1, second), 0);
	run(0, NULL);
	run(1, NULL);
	CHECK_EQ(anycov_task_remove(&a), 0);
	CHECK_EQ(anycov_task_remove(&b), 0);
}

int main(void)
{
	static struct anycov_task a, b;

	CHECK_EQ(recorded(0, image), 0);
	CHECK_EQ(anycov_buffer(image, sizeof(image)), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), ANYCOV_EBUSY);
	/* The image's buffer is divided by the number of cores. */
	CHECK_EQ(recorded(0, image), 1);
	CHECK_EQ(recorded(1, image), 0);
	CHECK_EQ(recorded(1, image + 16), 1);
	CHECK_EQ(anycov_count(), 3);

	CHECK_EQ(anycov_task_start(&a, 1, KCOV_TRACE_PC, first, sizeof(first)), 0);
	CHECK_EQ(anycov_task_start(&b, 2, KCOV_TRACE_PC, second, sizeof(second)), 0);
	run(0, &a);
	CHECK_EQ(recorded(0, first), 1);
	CHECK_EQ(recorded(1, first), 0);
	run(1, &b);
	CHECK_EQ(recorded(1, second), 1);
	CHECK_EQ(recorded(0, second), 0);

	/* Both change places. */
	run(0, NULL);
	CHECK_EQ(recorded(0, image), 1);
	run(1, &a);
	run(0, &b);
	CHECK_EQ(recorded(1, first), 1);
	CHECK_EQ(recorded(0, second), 1);

	/* Stopped: the records stay in dumps, no context gets more.  Removed: the image's does. */
	anycov_task_stop(&a);
	CHECK_EQ(recorded(1, first), 0);
	CHECK_EQ(recorded(1, image + 16), 0);
	CHECK_EQ(anycov_dump(count_chunks, NULL), 0);
	CHECK_EQ(chunks, 4);
	/* What another core runs cannot be removed: it may be inside of a hook. */
	test_core = 0;
	CHECK_EQ(anycov_task_remove(&a), ANYCOV_EBUSY);
	CHECK_EQ(recorded(1, image + 16), 0);
	CHECK_EQ(anycov_task_start(&a, 1, KCOV_TRACE_PC, first, sizeof(first)), ANYCOV_EBUSY);
	test_core = 1;
	CHECK_EQ(anycov_task_remove(&a), 0);
	CHECK_EQ(recorded(1, image + 16), 1);
	CHECK_EQ(recorded(0, second), 1);

	/* A number that is no core's is the first one's. */
	CHECK_EQ(recorded(7, second), 1);
	anycov_stop();
	run(0, NULL);
	CHECK_EQ(recorded(0, image), 0);
	CHECK_EQ(recorded(1, image + 16), 0);
	CHECK_EQ(anycov_task_remove(&b), 0);
	check_calling();
	check_masked();
	check_persistent();
	return check_result();
}
