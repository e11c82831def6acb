/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_firmware.sh: a function with flags, and (-DCLIENT) what runs it and prints them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int work(int n);

#ifdef CLIENT
extern volatile unsigned char __start___anycov_flags[], __stop___anycov_flags[];

int main(void)
{
	char *heap = malloc(512);

	if (!heap)
		return 1;
	memset(heap, 0x55, 512);
	printf("work %d\nflags:", work(5));
	for (volatile unsigned char *p = __start___anycov_flags; p != __stop___anycov_flags; p++)
		printf(" %d", *p);
	for (int i = 0; i < 512; i++)
		if (heap[i] != 0x55) {
			printf("\noverwritten\n");
			return 1;
		}
	printf("\n");
	return 0;
}
#else
int never(int x);
int never(int x)
{
	return x ? x * 3 : 1;
}

int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		if (i > 100)
			sum += never(i);
		else
			sum++;
	return sum;
}
#endif
