/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The runtime for compilers' own trace-pc: Linux's writer (linux_kcov/).  BENCH_LINUX_HOOK is
 * the text that linux_kcov/extract took from kernel/kcov.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "linux_kcov/shim.h"
#include "record.h"

__thread struct task_struct *bench_current;
__thread unsigned int bench_preempt_count;

void __sanitizer_cov_trace_pc(void);
#include BENCH_LINUX_HOOK

static struct task_struct task;

/* Inline counters register themselves; nothing uses that here. */
void __sanitizer_cov_8bit_counters_init(char *first, char *last);
void __sanitizer_cov_8bit_counters_init(char *first, char *last)
{
	(void)first;
	(void)last;
}

/* A task exists before any instrumented code runs, as in the kernel. */
__attribute__((constructor)) static void first_task(void)
{
	bench_current = &task;
}

void bench_record_start(void)
{
	unsigned long *area = task.kcov_area;

	if (!area) {
		area = mmap(NULL, BENCH_WORDS * sizeof(*area), PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		if (area == MAP_FAILED) {
			perror("bench: no memory for the buffer");
			exit(1);
		}
	}
	area[0] = 0;
	task.kcov_size = BENCH_WORDS;
	task.kcov_area = area;
	barrier();
	WRITE_ONCE(task.kcov_mode, KCOV_MODE_TRACE_PC);
}

unsigned long bench_record_stop(void)
{
	WRITE_ONCE(task.kcov_mode, KCOV_MODE_DISABLED);
	barrier();
	return *(unsigned long *)task.kcov_area;
}
