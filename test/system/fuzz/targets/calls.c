/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A table of functions that bytes choose. */
#include "target.h"

static unsigned state;

static void reset(void)
{
	state = 0;
}

static void one(void)
{
	state = state == 0 ? 1 : state;
}

static void two(void)
{
	state = state == 1 ? 2 : 0;
}

static void three(void)
{
	if (state == 2)
		abort();
}

static void (*const steps[])(void) = { reset, one, two, three };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	state = 0;
	for (size_t i = 0; i < size && i < 8; i++)
		if (data[i] < 4)
			steps[data[i]]();
	return 0;
}
