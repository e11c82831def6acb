/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_active.sh: functions with flags, and (-DCLIENT) a call that does not return, as that
 * of a task that waits: it writes RAM to a file. */
#ifdef CLIENT
#include <stdio.h>
#include <stdlib.h>

void task(void);
int waited;

int ready(int n)
{
	return n;
}

void wait(void)
{
	FILE *f = fopen("ram.bin", "wb");

	exit(!f || fwrite((const void *)RAM, 1, RAM_BYTES, f) != RAM_BYTES || fclose(f));
}

int main(void)
{
	task();
	return 3;
}
#else
int ready(int n);
void wait(void);
extern int waited;

void task(void);
void task(void)
{
	ready(0);
	waited = 1; /* returned */
	if (ready(1)) {
		wait();
		waited = 2; /* waits */
	} else {
		ready(2); /* never */
	}
}
#endif
