/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints what ran to the file $HITS when the program ends, one address a line as it is in
 * the image: "pc" and the return address of a call of the hook, "flag" and the address of a
 * flag that has not its first value.  test/lib/check-flags reads it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern volatile unsigned char __start___anycov_flags[] __attribute__((weak, visibility("hidden")));
extern volatile unsigned char __stop___anycov_flags[] __attribute__((weak, visibility("hidden")));

static uintptr_t pcs[1 << 16];

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	uintptr_t pc = (uintptr_t)__builtin_return_address(0);
	size_t i = pc * 2654435761u >> 8;

	for (;; i++) {
		i %= sizeof(pcs) / sizeof(*pcs);
		if (pcs[i] == pc)
			return;
		if (!pcs[i])
			break;
	}
	pcs[i] = pc;
}

/* The value that flags have before they are hit; the same for all of a target. */
#ifndef FIRST
#define FIRST 0
#endif

__attribute__((destructor)) static void write_hits(void)
{
	const char *path = getenv("HITS");
	FILE *f = path ? fopen(path, "w") : NULL;
	/* Programs are linked at 0, or (ET_EXEC) where they run. */
	uint16_t type;
	uintptr_t bias = (uintptr_t)__ehdr_start;

	memcpy(&type, __ehdr_start + 16, sizeof(type));
	if (type == 2)
		bias = 0;

	if (!f)
		return;
	if (getenv("HITS_AT"))
		bias -= strtoul(getenv("HITS_AT"), NULL, 0);
	for (size_t i = 0; i < sizeof(pcs) / sizeof(*pcs); i++)
		if (pcs[i])
			fprintf(f, "pc %lx\n", (unsigned long)(pcs[i] - bias));
	for (volatile unsigned char *p = __start___anycov_flags; p != __stop___anycov_flags; p++)
		if (*p != FIRST)
			fprintf(f, "flag %lx\n", (unsigned long)((uintptr_t)p - bias));
	fclose(f);
}
