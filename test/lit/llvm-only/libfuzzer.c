// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// libFuzzer on this pass's counters, PC table and compare hooks: it loads as many PCs as
// counters, tells from its first line on the coverage that it tells on clang's own (without
// pruning, and with prune=dom on clang's pruned one), and finds the bug behind four bytes,
// a string and a switch after the same number of runs.
// REQUIRES: run, native, gcov
// RUN: rm -rf %t.d && mkdir -p %t.d/1 %t.d/2 %t.d/3 %t.d/4
// RUN: %cov{coverage=inline-8bit-counters,pc-table,trace-cmp,indirect-calls} -O1 -g -c %s -o %t.o
// RUN: %cxx -fsanitize=fuzzer %t.o -o %t.d/ours
// RUN: not %t.d/ours -seed=1 -max_total_time=100 -artifact_prefix=%t.d/ %t.d/1 > %t.1.txt 2>&1
// RUN: %check %s < %t.1.txt
// RUN: %cc -fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp,indirect-calls,no-prune -O1 -g -c %s -o %t.o
// RUN: %cxx -fsanitize=fuzzer %t.o -o %t.d/theirs
// RUN: not %t.d/theirs -seed=1 -max_total_time=100 -artifact_prefix=%t.d/ %t.d/2 > %t.2.txt 2>&1
// RUN: grep -oE "#[0-9]+.(INITED|NEW) +cov: [0-9]+ ft: [0-9]+|\([0-9]+ PCs\)" %t.1.txt > %t.1.cov
// RUN: grep -oE "#[0-9]+.(INITED|NEW) +cov: [0-9]+ ft: [0-9]+|\([0-9]+ PCs\)" %t.2.txt > %t.2.cov
// RUN: diff %t.1.cov %t.2.cov
// RUN: %cov{coverage=inline-8bit-counters,pc-table,trace-cmp,indirect-calls;prune=dom} -O1 -g -c %s -o %t.o
// RUN: %cxx -fsanitize=fuzzer %t.o -o %t.d/ours
// RUN: not %t.d/ours -seed=1 -max_total_time=100 -artifact_prefix=%t.d/ %t.d/3 > %t.1.txt 2>&1
// RUN: %check %s < %t.1.txt
// RUN: %cc -fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp,indirect-calls -O1 -g -c %s -o %t.o
// RUN: %cxx -fsanitize=fuzzer %t.o -o %t.d/theirs
// RUN: not %t.d/theirs -seed=1 -max_total_time=100 -artifact_prefix=%t.d/ %t.d/4 > %t.2.txt 2>&1
// RUN: grep -oE "#[0-9]+.(INITED|NEW) +cov: [0-9]+ ft: [0-9]+|\([0-9]+ PCs\)" %t.1.txt > %t.1.cov
// RUN: grep -oE "#[0-9]+.(INITED|NEW) +cov: [0-9]+ ft: [0-9]+|\([0-9]+ PCs\)" %t.2.txt > %t.2.cov
// RUN: diff %t.1.cov %t.2.cov

// CHECK: ([[#N:]] inline 8-bit counters)
// CHECK: ([[#N]] PCs)
// CHECK: INITED cov: {{[2-9]}}
// CHECK: NEW {{.*}}cov: {{[0-9]+}}
// CHECK: ERROR: libFuzzer: deadly signal
// CHECK: LLVMFuzzerTestOneInput

#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int same(const uint8_t *a, const char *b)
{
	for (; *b; a++, b++)
		if (*a != (uint8_t)*b)
			return 0;
	return 1;
}

static int step(unsigned code)
{
	switch (code) {
	case 0x1234:
		return 1;
	case 0x7777:
		return 2;
	case 0x4b1d:
		return 3;
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t magic;
	uint16_t code;

	if (size < 16)
		return 0;
	memcpy(&magic, data, sizeof(magic));
	memcpy(&code, data + 10, sizeof(code));
	if (magic == 0xc0def00d && same(data + 4, "parse") && step(code) == 2)
		abort();
	return 0;
}
