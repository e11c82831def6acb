// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Built without hooks (KCOV_INSTRUMENT_busy.o): all coverage comes from other code. */
#include <linux/jiffies.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/timer.h>

void do_busy(unsigned long ms);
void do_nest(struct timer_list *timer, bool *nest);

static volatile unsigned long sink;

void do_busy(unsigned long ms)
{
	unsigned long end = jiffies + ms * HZ / 1000;

	while (time_before(jiffies, end))
		sink++;
}

/*
 * If *nest: starts the timer and spins until it is unset.  Under load, timers are left to
 * ksoftirqd, which needs the processor: without preemption this function must yield it.
 */
void do_nest(struct timer_list *timer, bool *nest)
{
	if (!READ_ONCE(*nest))
		return;
	mod_timer(timer, jiffies + 2);
	while (READ_ONCE(*nest)) {
		cpu_relax();
		cond_resched();
	}
}
