/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The frame of a program of bench/firmware-costs, not instrumented.  BENCH_MODE: the mode in which
 * anycov records.  The runtimes of gcov and of clang's profile write files, which is no part of
 * what is measured: these are the functions of them that the code refers to.
 */
#include <stddef.h>
#include <stdint.h>
#include "costs.h"
#ifdef BENCH_MODE
#include "anycov/anycov.h"

uint64_t anycov_default_area[BENCH_BUFFER / 8];
const size_t anycov_default_bytes = sizeof(anycov_default_area);
#endif

#define STUB(name)                                                                                 \
	void name(void);                                                                           \
	void name(void)                                                                            \
	{                                                                                          \
	}
STUB(__gcov_init)
STUB(__gcov_exit)
STUB(__gcov_merge_add)

void bench_begin(void);
void bench_end(void);
int __llvm_profile_runtime;
int bench_status = 99;

__attribute__((noinline, used)) void bench_begin(void)
{
	__asm__ __volatile__("");
}

__attribute__((noinline, used)) void bench_end(void)
{
	__asm__ __volatile__("");
}

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/sleep.h>
#endif

#undef main /* which may be the name of a program's function */
int main(void)
{
#ifdef BENCH_MODE
	if (anycov_start(BENCH_MODE))
		return 98;
#endif
	bench_begin();
	bench_status = bench_work();
	bench_end();
#ifdef __AVR__
	cli();
	sleep_enable();
	sleep_cpu();
#endif
	return bench_status;
}
