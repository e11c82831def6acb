/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Firmware with guards but without constructors: CLIENT contains the hook, the rest is traced. */
#include <stdint.h>
#include <stdio.h>
#include "anycov/sections.h"
#ifdef CLIENT
static unsigned char seen[256];
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	seen[anycov_guard_id(guard)] = 1;
}

int work(int x);
int main(void)
{
	anycov_clear_counters();
	printf("work %d\n", work(3));
	printf("%u guards:", (unsigned)anycov_guard_count());
	for (unsigned i = 0; i < anycov_guard_count(); i++)
		if (seen[i])
			printf(" %u", i);
	printf("\ncounters:");
	for (uint8_t *c = __start___sancov_cntrs; c != __stop___sancov_cntrs; c++)
		printf(" %u", *c);
	printf("\n");
	return 0;
}
#else
int work(int x)
{
	int sum = 0;

	for (int i = 0; i < x; i++)
		sum += i & 1 ? i : 2 * i;
	if (sum > 100)
		return -1;
	return sum;
}
#endif
