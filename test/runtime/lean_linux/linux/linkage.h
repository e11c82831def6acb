/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* As much of a kernel as runtime/port/linux/kernel/lean.S needs to run in user space. */
#define RET ret
#define SYM_FUNC_START(name) .globl name; .type name, %function; name:
#define SYM_FUNC_END(name) .size name, . - name
#ifdef __aarch64__
/* The kernel keeps its task in a register that user space has not. */
.macro mrs reg, from
	adrp	\reg, current_task
	ldr	\reg, [\reg, :lo12:current_task]
.endm
#endif
.pushsection .note.GNU-stack, "", %progbits
.popsection
