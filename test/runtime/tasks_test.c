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

/* A sink that keeps the dump. */
static char dump[4096];
static size_t dump_length;

static int keep(void *arg, const void *data, size_t n)
{
	(void)arg;
	if (n > sizeof(dump) - dump_length)
		return ANYCOV_EIO;
	memcpy(dump + dump_length, data, n);
	dump_length += n;
	return 0;
}

/* Returns whether the dump has this name, for this context, right before its records. */
static int has_name(uint32_t number, const char *name)
{
	const uint32_t n = (uint32_t)strlen(name);
	uint32_t head[2];
	size_t i;

	for (i = 16; i + 32 + n <= dump_length; i++) {
		memcpy(head, dump + i + 4, sizeof(head));
		if (!memcmp(dump + i, "NAME", 4) && head[0] == number && head[1] == n &&
		    !memcmp(dump + i + 16, name, n) && !memcmp(dump + i + 16 + n, "PC  ", 4))
			return 1;
	}
	return 0;
}

/* Names in dumps: also of a task that was stopped; the longest one, cut; none. */
static void check_names(struct anycov_task *a, struct anycov_task *b)
{
	anycov_task_name(a, "producer");
	anycov_task_name(b, "test_mutex_lock_unlock_of_a_thread");
	anycov_task_stop(a);
	dump_length = 0;
	CHECK_EQ(anycov_dump(keep, NULL), 0);
	CHECK(has_name(a->number, "producer"));
	CHECK(has_name(b->number, "test_mutex_lock_unlock_of_a_thre"));
	anycov_task_name(b, "");
	dump_length = 0;
	CHECK_EQ(anycov_dump(keep, NULL), 0);
	CHECK(has_name(a->number, "producer"));
	CHECK(!has_name(b->number, ""));
	CHECK(!has_name(b->number, "test_mutex_lock_unlock_of_a_thre"));
}

/* Returns how many records an interrupt adds to a buffer. */
static uintptr_t interrupts(const uintptr_t *buffer)
{
	uintptr_t before = buffer[0];

	anycov_irq_enter();
	__sanitizer_cov_trace_pc();
	anycov_irq_leave();
	return buffer[0] - before;
}

/* An error leaves interrupts what they had: the context that they interrupt, then their own. */
static void check_irq(const uintptr_t *running)
{
	static uintptr_t own[32];

	CHECK_EQ(interrupts(running), 1);
	CHECK_EQ(anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_PC, own, sizeof(*own)), ANYCOV_ENOMEM);
	CHECK_EQ(interrupts(running), 1);
	CHECK_EQ(anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_PC, own, sizeof(own)), 0);
	CHECK_EQ(interrupts(running), 0);
	CHECK_EQ(interrupts(own), 1);
	CHECK_EQ(anycov_irq(ANYCOV_IRQ_OWN, 77, own, sizeof(own)), ANYCOV_EINVAL);
	CHECK_EQ(anycov_irq(ANYCOV_IRQ_OWN + 1, 0, NULL, 0), ANYCOV_EINVAL);
	CHECK_EQ(interrupts(own), 1);
	CHECK_EQ(interrupts(running), 0);
	CHECK_EQ(own[0], 4);
	CHECK_EQ(anycov_irq(ANYCOV_IRQ_SHARE, 0, NULL, 0), 0);
	CHECK_EQ(interrupts(running), 1);
	CHECK_EQ(own[0], 4);
}

int main(void)
{
	static struct anycov_task a, b, c;
	static uintptr_t third[32];

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
	check_irq(second);

	/* A task that is stopped stays what runs. */
	anycov_task_stop(&b);
	CHECK_EQ(recorded(second), 0);
	CHECK_EQ(recorded(image), 0);
	CHECK(anycov_task_start(&b, 3, KCOV_TRACE_PC, second, sizeof(second)) != 0);
	CHECK_EQ(anycov_task_start(&c, 4, KCOV_TRACE_PC, third, sizeof(third)), 0);
	check_names(&b, &c);
	return check_result();
}
