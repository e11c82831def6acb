/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef STORM_H
#define STORM_H

extern volatile unsigned ticks;
unsigned work(unsigned rounds);

#endif
