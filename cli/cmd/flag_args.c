/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "cmd/flag_args.h"

void flag_args(struct arg args[FLAG_ARGS], struct flag_options *o)
{
	const struct arg table[FLAG_ARGS] = {
		{ ARG_TEXT, 0, "cc", "CC", &o->cc, "the compiler command" },
		{ ARG_TEXT, 0, "for", "PRESET", &o->preset,
		  "what the coverage is for: sets the options that are\n"
		  "not given, see below (default: report, with --kernel\n"
		  "kernel, with --coverage none)" },
		{ ARG_TEXT, 0, "coverage", "LIST", &o->coverage, "what to record, see below" },
		{ ARG_TEXT, 0, "prune", "KEYWORD", &o->prune,
		  "which blocks get no probe, see below" },
		{ ARG_TEXT, 0, "hooks", "KEYWORD", &o->hooks, "how probes call hooks, see below" },
		{ ARG_TEXT, 0, "counters", "KEYWORD", &o->counters,
		  "how inline-8bit-counters count, see below" },
		{ ARG_TEXT, 0, "flags", "KEYWORD", &o->flags, "how flags are set, see below" },
		{ ARG_TEXT, 0, "sites", "KEYWORD", &o->sites, "what sets flags, see below" },
		{ ARG_TEXT, 0, "map", "KEYWORD", &o->map,
		  "where the records for reports are, see below" },
		{ ARG_TEXT, 0, "place", "KEYWORD", &o->place,
		  "whose blocks a report shows, see below" },
		{ ARG_TEXT, 0, "compares", "KEYWORD", &o->compares,
		  "which comparisons trace-cmp records, see below" },
		{ ARG_FLAG, 0, "mcdc", NULL, &o->mcdc, "record what shows MC/DC of each decision" },
		{ ARG_FLAG, 0, "keep-branches", NULL, &o->keep_branches,
		  "keep conditions apart that optimizers would merge" },
		{ ARG_FLAG, 0, "gated", NULL, &o->gated,
		  "call hooks only while __sancov_should_track is nonzero" },
		{ ARG_FLAG, 0, "drop-ctors", NULL, &o->drop_ctors,
		  "emit no constructors for guards, counters and tables;\n"
		  "implied by --kernel and --firmware" },
		{ ARG_TEXT, 0, "stack-depth-callback-min", "N", &o->stack_min,
		  "call the stack-depth hook only in functions with N\n"
		  "bytes of variables" },
		{ ARG_WORDS, 0, "allowlist", "FILE", &o->allowlist,
		  "instrument only what the list names" },
		{ ARG_WORDS, 0, "ignorelist", "FILE", &o->ignorelist,
		  "do not instrument what the list names" },
		{ ARG_WORDS, 0, "skip-sections", "LIST", &o->skip_sections,
		  "do not instrument functions in these sections" },
		{ ARG_FLAG, 0, "verbose", NULL, &o->verbose,
		  "report skipped functions and reasons" },
		{ ARG_FLAG, 0, "kernel", NULL, &o->kernel,
		  "for a kernel: map=kernel and skip-sections with the\n"
		  "sections of Linux that must not call hooks" },
		{ ARG_FLAG, 0, "firmware", NULL, &o->firmware,
		  "for bare metal: do not instrument start-up code,\n"
		  "memset, memcpy, memmove (" FIRMWARE_LIST ")" },
		{ ARG_FLAG, 0, "link", NULL, &o->link,
		  "print linker arguments: the host runtime, or with\n"
		  "--firmware the archive for the TARGET FLAGS" },
		{ ARG_FLAG, 0, "full|unique-modes", NULL, &o->full,
		  "with --link --firmware: the runtime with the unique modes" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};

	memcpy(args, table, sizeof(table));
}
