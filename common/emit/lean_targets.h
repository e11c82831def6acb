/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The targets that have lean hooks (anycov/lean.h), and how a probe calls one. */
#ifndef ANYCOV_LEAN_TARGETS_H
#define ANYCOV_LEAN_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum anycov_lean_id {
	ANYCOV_LEAN_NONE,
	ANYCOV_LEAN_X86_64,
	ANYCOV_LEAN_AARCH64,
	ANYCOV_LEAN_ARM,
	ANYCOV_LEAN_RISCV,
	ANYCOV_N_LEAN
};

#define ANYCOV_LEAN_MAX_REGS 4

struct anycov_lean_target {
	const char *call;                       /* mnemonic of a direct call */
	unsigned instructions;                  /* that the call takes */
	const char *regs[ANYCOV_LEAN_MAX_REGS]; /* that it changes; NULL after the last */
	int link;                               /* index in regs of the link register, or -1 */
	/* The condition flags as LLVM names them, if it changes them; to GCC they are "cc". */
	const char *flags;
	/*
	 * To LLVM: the register of the frame's address as an operand, or NULL; the feature that
	 * takes register i; whether changed registers are outputs of the asm, not clobbers.
	 * AArch64 has no operand: the instruction selector that it has for -O0 crashes on one
	 * (LLVM 19).  With unwind tables no code moves across the set-up of the frame there;
	 * without them a walk of frame pointers from a lean hook may miss the direct caller of the
	 * function.
	 */
	const char *frame;
	const char *reserved[ANYCOV_LEAN_MAX_REGS];
	bool has_outputs;
};

/* Indexed by enum anycov_lean_id; the row of ANYCOV_LEAN_NONE is empty. */
extern const struct anycov_lean_target anycov_lean_targets[ANYCOV_N_LEAN];

#ifdef __cplusplus
}
#endif
#endif
