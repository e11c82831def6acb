/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lean hooks: calls that change only the registers listed here.
 *
 * A lean probe is a volatile asm that contains a direct call of __sanitizer_cov_trace_pc and
 * the map record of the probe.  It clobbers the registers in the list of its architecture
 * (including the link register, if there is one) and the flags, but no memory that the program
 * can see.  It requires nothing of the stack except that the words below the stack pointer are
 * free: in an ABI with a red zone, the function must not use it.
 *
 * A lean hook can also be called like a C hook.  The reverse is not true, so an object with a
 * lean probe references the tag ANYCOV_HOOK_ABI_LEAN of hooks.def, which only runtimes with
 * lean hooks define.  The reference is a word in a section that is not loaded.
 *
 * The register names are valid in GCC's clobber lists and in LLVM's "~{...}".  The scratch
 * registers are those that linker stubs between caller and hook (PLT, veneers) may change
 * anyway; on ARM, Thumb code must be able to use at least one of them.
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

/* RISC-V with 32 registers (not the E base ISA) */
#define ANYCOV_LEAN_CALL_RISCV "call"
#define ANYCOV_LEAN_REGS_RISCV "t1", "t3", "ra"

#endif
