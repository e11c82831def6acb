/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_keep.sh: executes one function, resets the processor, and executes another one. */
#include <stdint.h>
#include <stdio.h>
#include "anycov/anycov.h"

int first(int x);
int second(int x);

#ifdef WORK
int first(int x)
{
	return x > 2 ? x * 3 : 1;
}

int second(int x)
{
	return x > 2 ? x * 5 : 1;
}
#else
/* RAM that start-up code does not touch, and the register that resets the processor. */
#define BOOTED (*(volatile uint32_t *)0x20030000)
#define AIRCR (*(volatile uint32_t *)0xe000ed0c)
#define MAGIC 0x600df00d

extern volatile uint8_t __anycov_flags_start[];

static int save(void)
{
	static char buffer[BUFSIZ];
	FILE *f = fopen("ram.bin", "wb");

	if (!f)
		return 2;
	setvbuf(f, buffer, _IOFBF, sizeof(buffer));
	return fwrite((const void *)0x20000000, 1, 0x1000, f) != 0x1000 || fclose(f);
}

int main(void)
{
	int kept;

#ifdef SPOIL
	if (BOOTED == MAGIC)
		__anycov_flags_start[0] = 7;
#endif
	kept = anycov_flags_keep();
	if (BOOTED != MAGIC) {
		BOOTED = MAGIC;
		printf("first boot: %d, %d\n", kept, first(4));
		fflush(stdout);
		AIRCR = 0x05fa0004;
		for (;;)
			;
	}
	printf("second boot: %d, %d\n", kept, second(4));
	return save();
}
#endif
