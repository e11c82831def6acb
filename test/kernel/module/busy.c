// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Built without hooks (KCOV_INSTRUMENT_busy.o): all coverage is somebody else's. */
#include <linux/jiffies.h>

void do_busy(unsigned long ms);

static volatile unsigned long sink;

void do_busy(unsigned long ms)
{
	unsigned long end = jiffies + ms * HZ / 1000;

	while (time_before(jiffies, end))
		sink++;
}
