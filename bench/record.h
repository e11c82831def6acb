/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How bench/main.c starts and stops recording with each runtime. */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

/*
 * Words of the buffer: more than any round of any program records, so that no column saves the
 * store because its buffer is full.
 */
#define BENCH_WORDS (1ul << 24)

/* Starts recording into an empty buffer.  Called once per round. */
void bench_record_start(void);
/* Stops recording and returns the number of records. */
unsigned long bench_record_stop(void);

#endif
