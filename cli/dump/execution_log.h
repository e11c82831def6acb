/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Logs of which code a simulator executed: those of QEMU's -d in_asm and -d exec, and drcov
 * files (QEMU's plugin, DynamoRIO), module table version 1 or 2.
 *
 * QEMU translates a block when it is about to be executed, so that what -d in_asm does not have
 * was not executed, if the log is whole.  A block that begins is taken to have been executed up to
 * its end, which an exception may prevent: blocks of one instruction are exact
 * (-accel tcg,one-insn-per-tb=on, before QEMU 8.1 -singlestep).  -d exec has the first address of
 * a block, of chained blocks only the first one's.
 */
#ifndef ANYCOV_EXECUTION_LOG_H
#define ANYCOV_EXECUTION_LOG_H

#include "image/elf.h"

/* Of an instruction whose size does not matter, the first byte. */
struct executed_range {
	uint64_t first, end; /* addresses in the image */
};

struct execution_log {
	struct executed_range *v; /* sorted by `first`, and by `end` as well */
	size_t n, room;
	bool has_code; /* what it does not have was not executed, if it is whole */
	bool is_cut;   /* its last line has no end */
};

/*
 * Reads a log; offset: the load offset of the image (load_offset.h).  Instructions that the log
 * has the bytes of must be those of the image; force: they may differ.  Returns -1 with err filled.
 */
int execution_log_read(struct execution_log *log, const char *path, const struct image *img,
		       uint64_t offset, bool force, struct anycov_error *err);
/* Returns whether anything from an address on and before another was executed. */
bool execution_log_has(const struct execution_log *log, uint64_t first, uint64_t end);
void execution_log_free(struct execution_log *log);

#endif
