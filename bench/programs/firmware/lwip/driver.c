/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* lwIP's own tests, linked as a function. */
#include "../costs.h"

int lwip_unittests_run(void);

int bench_work(void)
{
	return lwip_unittests_run();
}
