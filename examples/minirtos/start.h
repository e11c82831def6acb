/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef START_H
#define START_H

#include <stdint.h>

void example_exit(int status) __attribute__((noreturn));

#endif
