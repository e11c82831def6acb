/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A buffer that the linker places, by a linker script or on the command line:
 *   -Wl,-u,anycov_linker_area
 *   -Wl,--defsym=anycov_default_area=ADDRESS    a multiple of 8
 *   -Wl,--defsym=__anycov_area_bytes=BYTES
 */
#include "hooks/record_context.h"
#include "anycov/anycov.h"

extern char __anycov_area_bytes[]; /* its address is the size */
extern const char anycov_linker_area;

const char anycov_linker_area = 1;
const size_t anycov_default_bytes = (size_t)__anycov_area_bytes;
