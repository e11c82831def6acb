/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef WORKLOAD_H
#define WORKLOAD_H

extern volatile unsigned ticks;
unsigned work(unsigned rounds);

#endif
