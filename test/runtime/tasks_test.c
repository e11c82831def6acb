/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Tasks of the bare-metal port: which context records when tasks are started, stopped and removed.
 */
#include <stdint.h>
#include <string.h>
#include "anycov/anycov.h"
#include "check.h"

void __sanitizer_cov_trace_pc(void);

static uintptr_t image[32], first[32], second[32];

static uintptr_t recorded(const uintptr_t *buffer)
{
	uintptr_t before = buffer[0];

	__sanitizer_cov_trace_pc();
	return buffer[0] - before;
}

int main(void)
{
	static struct anycov_task a, b;

	CHECK_EQ(anycov_buffer(image, sizeof(image)), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), 0);
	CHECK_EQ(anycov_task_start(&a, 1, KCOV_TRACE_PC, first, sizeof(first)), 0);
	CHECK_EQ(anycov_task_start(&b, 2, KCOV_TRACE_PC, second, sizeof(second)), 0);
	CHECK_EQ(recorded(image), 1);
	anycov_task_switch(&a);
	CHECK_EQ(recorded(first), 1);
	CHECK_EQ(recorded(image), 0);

	/* The removal of another task changes nothing for the one that runs. */
	anycov_task_remove(&b);
	CHECK_EQ(recorded(first), 1);
	CHECK_EQ(recorded(second), 0);
	CHECK_EQ(anycov_task_start(&b, 3, KCOV_TRACE_PC, second, sizeof(second)), 0);

	/* The removal of the one that runs is followed by the image's own context. */
	anycov_task_remove(&a);
	CHECK_EQ(recorded(image), 1);
	CHECK_EQ(recorded(first), 0);
	anycov_task_switch(&b);
	CHECK_EQ(recorded(second), 1);

	/* A task that is stopped stays what runs. */
	anycov_task_stop(&b);
	CHECK_EQ(recorded(second), 0);
	CHECK_EQ(recorded(image), 0);
	CHECK(anycov_task_start(&b, 3, KCOV_TRACE_PC, second, sizeof(second)) != 0);
	return check_result();
}
