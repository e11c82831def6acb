/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Begins to record an image, before other constructors of the image.  A library is initialized
 * before the program that it is linked with: it begins for the copy of the runtime that its hooks
 * belong to, and opens its own gate.  Shared libraries have this file and libanycov.so, programs
 * the archive.
 */
#include "port.h"

/*
 * The gate of the image's hooks, which objects with one define in the same way.  Defined, not only
 * named: gold takes the address of a hidden weak symbol that is undefined for that of the image.
 */
uint64_t __sancov_should_track __attribute__((weak, visibility("hidden")));

__attribute__((constructor(101))) static void begin(void)
{
	if (anycov_runtime_begin())
		__sancov_should_track = 1;
}

__attribute__((destructor(101))) static void end(void)
{
	anycov_runtime_unload(&host_begin_object);
}

/* What dump_at_exit.c names.  Weak: a library may be given this file twice. */
__attribute__((weak)) const char host_begin_object = 0;
