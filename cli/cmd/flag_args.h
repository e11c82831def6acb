/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The options of `anycov flags`, also those of ANYCOV_FLAGS. */
#ifndef ANYCOV_FLAG_ARGS_H
#define ANYCOV_FLAG_ARGS_H

#include "cmd/args.h"
#include "compiler/flags.h"

#define FLAG_ARGS 25
/* Fills args, which ends with ARG_END. */
void flag_args(struct arg args[FLAG_ARGS], struct flag_options *o);

#endif
