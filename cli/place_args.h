/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --module, --kaslr: where images lay when dumps do not say so. */
#ifndef ANYCOV_PLACE_ARGS_H
#define ANYCOV_PLACE_ARGS_H

#include "args.h"
#include "reach.h"

struct place_args {
	struct words modules;
	uint64_t kaslr;
};

#define PLACE_ARGS(p)                                                       \
	{ ARG_WORDS, 0, "module", "NAME=BASE", &(p)->modules,               \
	  "where the image NAME.ko was loaded, as /proc/modules has it" },  \
	{ ARG_NUMBER, 0, "kaslr", "OFFSET", &(p)->kaslr,                    \
	  "how far the kernel ran above its image's addresses" }

/* After r->models are open.  -1, or an exit status. */
static inline int place_args_take(const struct place_args *p, struct reach *r)
{
	struct anycov_error err;

	r->places.kaslr = p->kaslr;
	for (size_t i = 0; i < p->modules.n; i++)
		if (place_module(&r->places, r->models, r->n_models, p->modules.v[i], &err))
			return usage_error("%s", err.text);
	return -1;
}

#endif
