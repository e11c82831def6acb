/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a compiler's command line does: compile, assemble, link, only ask? */
#ifndef ANYCOV_CC_LINE_H
#define ANYCOV_CC_LINE_H

#include "cli.h"

struct cc_line {
	bool asks;       /* -print-*, --version, -E, -M: nothing is compiled */
	bool compiles;   /* a source that gets hooks */
	bool assembles;  /* an assembly input, or a step of its own that assembles */
	bool links;      /* an executable is made */
	bool shared, lto;
	bool refuses_undefined; /* -z defs: a shared library needs the runtime too */
	bool no_libraries;      /* -nostdlib, -nodefaultlibs */
};

/* argv: the arguments behind the compiler.  Response files are looked into. */
void cc_line_read(struct cc_line *line, char *const *argv);

#endif
