/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_firmware.sh: a function with flags, and (-DCLIENT) what runs it and writes RAM to a
 * file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int work(int n);

#ifdef CLIENT
int main(void)
{
	static char buffer[BUFSIZ];
	char *heap = malloc(512);
	FILE *f;

	if (!heap)
		return 1;
	memset(heap, 0x55, 512);
	printf("work %d\n", work(5));
	for (int i = 0; i < 512; i++)
		if (heap[i] != 0x55) {
			printf("overwritten\n");
			return 1;
		}
	f = fopen("ram.bin", "wb");
	if (!f)
		return 2;
	setvbuf(f, buffer, _IOFBF, sizeof(buffer));
	return fwrite((const void *)RAM, 1, RAM_BYTES, f) != RAM_BYTES || fclose(f);
}
#else
#ifndef NUMBER
#define NUMBER 3
#endif

int never(int x);
int never(int x)
{
	return x ? x * NUMBER : 1;
}

#if NUMBER != 3
/* Another function, and so another number after its flags. */
int more(int x);
int more(int x)
{
	return x > 3 ? never(x) : 1;
}
#endif

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
