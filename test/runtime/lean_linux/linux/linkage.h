/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of a kernel that runtime/port/linux/kernel/hook_lean.S needs to run in user space. */
/* Assembly, which clang-format would take for C. */
/* clang-format off */
#define RET ret
#define SYM_FUNC_START(name) .globl name; .type name, %function; name:
#define SYM_FUNC_END(name) .size name, . - name
#ifdef __aarch64__
/* The kernel keeps its task in a register that user space does not have. */
.macro mrs reg, from
	adrp	\reg, current_task
	ldr	\reg, [\reg, :lo12:current_task]
.endm
#endif
.pushsection .note.GNU-stack, "", %progbits
.popsection
