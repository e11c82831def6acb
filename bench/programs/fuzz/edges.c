/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Runs a target on files and changed copies of them, and writes which counters each input
 * increments, uninstrumented (bench/fuzz): the addresses of the counters' code, 8 bytes each, then
 * a byte a counter for each input.
 *
 *   edges OUTPUT COPIES FILE... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

#define ROOM (1u << 22)
#define HOOK(name)                                                                                 \
	void __sanitizer_cov_##name(void);                                                         \
	void __sanitizer_cov_##name(void)                                                          \
	{                                                                                          \
	}

/* They return before they look at an argument. */
HOOK(trace_cmp1)
HOOK(trace_cmp2)
HOOK(trace_cmp4)
HOOK(trace_cmp8)
HOOK(trace_const_cmp1)
HOOK(trace_const_cmp2)
HOOK(trace_const_cmp4)
HOOK(trace_const_cmp8)
HOOK(trace_switch)
HOOK(trace_pc_indir)

extern __thread uintptr_t __sancov_lowest_stack;
__thread uintptr_t __sancov_lowest_stack;
extern const char __executable_start[];
static uint8_t *counters;
static size_t n;
static const uintptr_t *pcs;

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop)
{
	counters = start;
	n = (size_t)(stop - start);
}

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
	(void)stop;
	pcs = start;
}

/* The same numbers in each run. */
static unsigned next(void)
{
	static uint32_t state = 1;

	state = state * 1664525 + 1013904223;
	return state >> 8;
}

static size_t change(uint8_t *data, size_t size)
{
	for (unsigned i = 1 + next() % 4; i && size; i--) {
		/* Headers are short. */
		size_t at = next() % (next() % 2 && size > 128 ? 128 : size);

		switch (next() % 4) {
		case 0:
			data[at] ^= (uint8_t)(1u << next() % 8);
			break;
		case 1:
			data[at] = data[next() % size];
			break;
		case 2:
			data[at] = (uint8_t)next();
			break;
		default:
			memmove(data + at, data + at + 1, size - at - 1);
			size--;
		}
	}
	return size;
}

static void run(const uint8_t *data, size_t size, FILE *to)
{
	memset(counters, 0, n);
	LLVMFuzzerTestOneInput(data, size);
	for (size_t i = 0; i < n; i++)
		putc(counters[i] != 0, to);
}

int main(int argc, char **argv)
{
	uint8_t *data = malloc(ROOM), *changed = malloc(ROOM);
	FILE *to = argc > 3 ? fopen(argv[1], "wb") : NULL;

	if (!data || !changed || !to || !pcs)
		return 1;
	for (size_t i = 0; i < n; i++) {
		uint64_t pc = pcs[2 * i] - (uintptr_t)__executable_start;

		fwrite(&pc, sizeof(pc), 1, to);
	}
	for (int i = 3; i < argc; i++) {
		FILE *f = fopen(argv[i], "rb");
		size_t size;

		if (!f) {
			perror(argv[i]);
			return 1;
		}
		size = fread(data, 1, ROOM, f);
		fclose(f);
		run(data, size, to);
		for (int k = atoi(argv[2]); k; k--) {
			memcpy(changed, data, size);
			run(changed, change(changed, size), to);
		}
	}
	return fclose(to) != 0;
}
