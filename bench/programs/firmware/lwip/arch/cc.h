/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* lwIP's port of bench/firmware-costs, beside the tests' own arch/sys_arch.h. */
#ifndef BENCH_LWIP_CC_H
#define BENCH_LWIP_CC_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/types.h>
#ifndef __AVR__
#include <sys/time.h>
#define LWIP_TIMEVAL_PRIVATE 0
#endif

void bench_failed(const char *what);
unsigned int lwip_port_rand(void);

#define LWIP_ERRNO_INCLUDE <errno.h>
#define LWIP_RAND() lwip_port_rand()
#define LWIP_PLATFORM_ASSERT(x) bench_failed(x)
#define LWIP_PLATFORM_DIAG(x) ((void)0)

#endif
