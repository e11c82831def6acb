/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --module, --kaslr: load addresses, for dumps without a list of modules. */
#ifndef ANYCOV_LOAD_OPTIONS_H
#define ANYCOV_LOAD_OPTIONS_H

#include "cmd/args.h"
#include "coverage/match/match.h"

struct load_options {
	struct string_list modules;
	uint64_t kaslr;
};

#define LOAD_OPTIONS(p)                                                                            \
	{ ARG_WORDS,     0,                                                                        \
	  "module",      "NAME=[SECTION=]ADDR",                                                    \
	  &(p)->modules, "load address of NAME.ko in /proc/modules, or of its SECTION (.text)" },  \
	{                                                                                          \
		ARG_NUMBER, 0, "kaslr|kaslr-offset", "OFFSET", &(p)->kaslr,                        \
			"KASLR offset of the kernel"                                               \
	}

/* Adds the modules; r->images must be open.  Returns -1, or an exit status. */
static inline int load_options_apply(const struct load_options *p, struct match_result *r)
{
	struct anycov_error err;

	r->load_map.kaslr = p->kaslr;
	for (size_t i = 0; i < p->modules.n; i++)
		if (load_map_add_module(&r->load_map, r->images, r->n_images, p->modules.v[i],
					&err))
			return usage_error("%s", err.text);
	return -1;
}

#endif
