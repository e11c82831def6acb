/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --lcov and the other formats of a report that are one file. */
#ifndef ANYCOV_OUTPUT_ARGS_H
#define ANYCOV_OUTPUT_ARGS_H

#include "cmd/args.h"
#include "output/output.h"

enum output_format {
	OUT_LCOV,
	OUT_COBERTURA,
	OUT_SONARQUBE,
	OUT_LLVM_JSON,
	OUT_CSV,
	OUT_JSON_SUMMARY,
	OUT_BADGE,
	OUT_FORMATS
};

struct output_args {
	const char *file[OUT_FORMATS]; /* NULL: not given */
	const char *lcov_version;
};

#define OUTPUT_ARGS(a)                                                                             \
	{ ARG_OUTPUT,                                                                              \
	  0,                                                                                       \
	  "lcov",                                                                                  \
	  "FILE",                                                                                  \
	  &(a)->file[OUT_LCOV],                                                                    \
	  "write an lcov tracefile (for genhtml)" },                                               \
		{ ARG_TEXT,                                                                        \
		  0,                                                                               \
		  "lcov-version",                                                                  \
		  "1|2",                                                                           \
		  &(a)->lcov_version,                                                              \
		  "functions as lcov 1 and 2 read them (default), or as\n"                         \
		  "lcov 2.2 and later write them" },                                               \
		{ ARG_OUTPUT,                                                                      \
		  0,                                                                               \
		  "cobertura",                                                                     \
		  "FILE",                                                                          \
		  &(a)->file[OUT_COBERTURA],                                                       \
		  "write Cobertura XML (for CI services)" },                                       \
		{ ARG_OUTPUT,                                                                      \
		  0,                                                                               \
		  "sonarqube",                                                                     \
		  "FILE",                                                                          \
		  &(a)->file[OUT_SONARQUBE],                                                       \
		  "write SonarQube's generic XML of coverage" },                                   \
		{ ARG_OUTPUT,                                                                      \
		  0,                                                                               \
		  "llvm-json",                                                                     \
		  "FILE",                                                                          \
		  &(a)->file[OUT_LLVM_JSON],                                                       \
		  "write JSON as llvm-cov export does" },                                          \
		{ ARG_OUTPUT,                                                                      \
		  0,                                                                               \
		  "csv",                                                                           \
		  "FILE",                                                                          \
		  &(a)->file[OUT_CSV],                                                             \
		  "write a table of files (for spreadsheets)" },                                   \
		{ ARG_OUTPUT,                                                                      \
		  0,                                                                               \
		  "json-summary",                                                                  \
		  "FILE",                                                                          \
		  &(a)->file[OUT_JSON_SUMMARY],                                                    \
		  "write the totals, and those of files, as JSON" },                               \
	{                                                                                          \
		ARG_OUTPUT, 0, "badge", "FILE", &(a)->file[OUT_BADGE],                             \
			"write a picture (SVG) of the share of lines"                              \
	}

/* Checks the values.  Returns -1, or an exit status after an error. */
int output_args_check(const struct output_args *a);
/* Returns a file that is written, or NULL. */
const char *output_args_any(const struct output_args *a);
/* Returns whether one of the formats is printed. */
bool output_args_print(const struct output_args *a);
/* Returns whether one of them consists of lines. */
bool output_args_need_lines(const struct output_args *a);
/* Writes them.  Returns an exit status. */
int output_args_write(const struct output_args *a, const struct coverage *c);

#endif
