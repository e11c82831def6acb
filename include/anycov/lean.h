/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lean hooks: calls that leave every register alone but the few named here.
 *
 * A lean probe is a volatile asm with the direct call of __sanitizer_cov_trace_pc
 * and the site's map record.  It clobbers the registers of its machine's list
 * (with the link register where there is one) and the flags, no memory that the
 * program can see, and assumes nothing of the stack but that the words below its
 * pointer are free: where the ABI has a red zone, the function must not use it.
 *
 * A lean hook is a C hook too.  The reverse does not hold, so an object with a
 * lean probe references the tag ANYCOV_HOOK_ABI_LEAN of hooks.def, which only
 * runtimes with lean hooks define: by a word of a section that is not loaded.
 *
 * The names are those that GCC's clobber lists and LLVM's "~{...}" both know.
 * Scratch registers are those that a linker's stubs between caller and hook (PLT,
 * veneers) change anyway, and on ARM one that Thumb code can work with.
 */
#ifndef ANYCOV_LEAN_H
#define ANYCOV_LEAN_H

/* x86-64 with 64-bit pointers; flags: "cc" / "~{flags}" */
#define ANYCOV_LEAN_CALL_X86_64 "call"
#define ANYCOV_LEAN_REGS_X86_64 "r10", "r11"

/* flags: "cc" */
#define ANYCOV_LEAN_CALL_AARCH64 "bl"
#define ANYCOV_LEAN_REGS_AARCH64 "x16", "x17", "x30"

/* ARM and Thumb; flags: "cc" */
#define ANYCOV_LEAN_CALL_ARM "bl"
#define ANYCOV_LEAN_REGS_ARM "r3", "r12", "lr"

/* RISC-V with 32 registers (not the E base) */
#define ANYCOV_LEAN_CALL_RISCV "call"
#define ANYCOV_LEAN_REGS_RISCV "t1", "t3", "ra"

#endif
