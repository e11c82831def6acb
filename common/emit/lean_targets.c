/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stddef.h>
#include "anycov/lean.h"
#include "common/emit/lean_targets.h"

const struct anycov_lean_target anycov_lean_targets[ANYCOV_N_LEAN] = {
	[ANYCOV_LEAN_NONE] = { .link = -1 },
	[ANYCOV_LEAN_X86_64] = {
		.call = ANYCOV_LEAN_CALL_X86_64,
		.instructions = 1,
		.regs = { ANYCOV_LEAN_REGS_X86_64 },
		.link = -1,
		.flags = "flags",
		.frame = "{rbp}",
		.has_outputs = true,
	},
	[ANYCOV_LEAN_AARCH64] = {
		.call = ANYCOV_LEAN_CALL_AARCH64,
		.instructions = 1,
		.regs = { ANYCOV_LEAN_REGS_AARCH64 },
		.link = 2,
		.flags = "cc",
		.reserved = { NULL, NULL, "+reserve-x30" },
	},
	[ANYCOV_LEAN_ARM] = {
		.call = ANYCOV_LEAN_CALL_ARM,
		.instructions = 1,
		.regs = { ANYCOV_LEAN_REGS_ARM },
		.link = 2,
		.flags = "cc",
	},
	/* "call" is auipc and jalr until the linker relaxes it. */
	[ANYCOV_LEAN_RISCV] = {
		.call = ANYCOV_LEAN_CALL_RISCV,
		.instructions = 2,
		.regs = { ANYCOV_LEAN_REGS_RISCV },
		.link = 2,
		.frame = "{fp}",
		.reserved = { "+reserve-x6", "+reserve-x28", "+reserve-x1" },
	},
};
