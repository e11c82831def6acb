/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The buffer of an image that neither defines one nor gives one at run time.  An image that
 * defines both names itself does not link this file, nor does one with area_linker.c or
 * port_buffer.c: the linker takes the first member that defines what it needs when it needs it
 * (build-baremetal.sh has the order).
 */
#include "hooks/record_context.h"
#include "anycov/anycov.h"

#ifndef ANYCOV_DEFAULT_BYTES
#if UINTPTR_MAX > 0xffff
#define ANYCOV_DEFAULT_BYTES 8192
#else
#define ANYCOV_DEFAULT_BYTES 256
#endif
#endif

uint64_t anycov_default_area[ANYCOV_DEFAULT_BYTES / sizeof(uint64_t)];
__attribute__((weak)) const size_t anycov_default_bytes = sizeof(anycov_default_area);
