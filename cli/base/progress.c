/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <time.h>
#include <unistd.h>
#include "base/base.h"

#define QUIET_SECONDS 2.0
#define PERIOD_SECONDS 0.2

static double first = -1, last;
static bool shown;
static int terminal = -1; /* whether stderr is one; -1: not asked yet */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_quiet(void)
{
	terminal = 0;
}

void progress(const char *what, uint64_t done, uint64_t total)
{
	double t;

	if (terminal < 0)
		terminal = isatty(STDERR_FILENO);
	if (!terminal)
		return;
	t = now();
	if (first < 0)
		first = t;
	if (t - first < QUIET_SECONDS || t - last < PERIOD_SECONDS)
		return;
	last = t;
	shown = true;
	fputs("\r\033[K", stderr);
	print_sanitized(stderr, what);
	if (total)
		fprintf(stderr, ": %.0f %%",
			100.0 * (double)(done < total ? done : total) / (double)total);
	fflush(stderr);
}

void progress_end(void)
{
	if (shown)
		fputs("\r\033[K", stderr);
	shown = false;
}
