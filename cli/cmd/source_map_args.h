/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --source-map. */
#ifndef ANYCOV_SOURCE_MAP_ARGS_H
#define ANYCOV_SOURCE_MAP_ARGS_H

#include "base/paths.h"
#include "cmd/args.h"

#define SOURCE_MAP_ARG(rules)                                                                      \
	{                                                                                          \
		ARG_WORDS, 0, "source-map|path-map", "OLD=NEW", (rules),                           \
			"replace source path prefix OLD with NEW"                                  \
	}

#endif
