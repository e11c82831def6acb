/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "anycov/lean.h"
#include "common/lean_targets.h"

const struct anycov_lean_target anycov_lean_targets[ANYCOV_N_LEAN] = {
	[ANYCOV_LEAN_NONE] = { .link = -1 },
	[ANYCOV_LEAN_X86_64] = { ANYCOV_LEAN_CALL_X86_64,
				 1,
				 { ANYCOV_LEAN_REGS_X86_64 },
				 -1,
				 true },
	[ANYCOV_LEAN_AARCH64] = { ANYCOV_LEAN_CALL_AARCH64,
				  1,
				  { ANYCOV_LEAN_REGS_AARCH64 },
				  2,
				  true },
	[ANYCOV_LEAN_ARM] = { ANYCOV_LEAN_CALL_ARM, 1, { ANYCOV_LEAN_REGS_ARM }, 2, true },
	/* "call" is auipc and jalr until the linker relaxes it. */
	[ANYCOV_LEAN_RISCV] = { ANYCOV_LEAN_CALL_RISCV, 2, { ANYCOV_LEAN_REGS_RISCV }, 2, false },
};
