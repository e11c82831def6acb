/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A program of bench/firmware-costs: what it does between two addresses that are counted. */
#ifndef BENCH_COSTS_H
#define BENCH_COSTS_H

int bench_work(void); /* 0: it worked */

#endif
