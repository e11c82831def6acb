/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How bench/main.c turns recording on and off, whatever the runtime. */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

/*
 * Words of the buffer: more than any round of any program records, so that no
 * column is let off the store because its buffer is full.
 */
#define BENCH_WORDS (1ul << 24)

/* Starts to record into an empty buffer.  Called once a round. */
void bench_record_start(void);
/* Stops; returns the number of records. */
unsigned long bench_record_stop(void);

#endif
