/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * anycov_buffer().  An image that gives a buffer at run time needs no default one: this file, which
 * precedes start.c in the archive, defines its size as 0, so that area_default.c is not linked.
 */
#include "port.h"
#include "anycov/anycov.h"

/*
 * An image's own, or that of area_linker.c, takes their place.  A weak reference to the area would
 * need a .got, which linker scripts of firmware may not have.
 */
__attribute__((weak)) uint64_t anycov_default_area[1];
__attribute__((weak)) const size_t anycov_default_bytes = 0;

int ANYCOV_NO_COV anycov_buffer(void *buffer, size_t bytes)
{
	const size_t part = anycov_part(bytes);
	char *at = buffer;
	struct anycov_ctx *ctx;
	int error = 0;

	ANYCOV_FOR_EACH_CTX(ctx)
	{
		if (!error)
			error = anycov_attach_buffer(ctx, at, part);
		at += part;
	}
	return error;
}
