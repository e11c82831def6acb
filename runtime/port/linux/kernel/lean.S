/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lean __sanitizer_cov_trace_pc of kernels: changes the registers that
 * anycov/lean.h names, and the flags.  As runtime/hook_lean.S elsewhere it does
 * what hook_pc.c says in C, for a task that records PCs; unique modes, u32 words
 * and soft interrupts are left to C, behind all registers that C may change.
 */
#include <linux/linkage.h>
#include <linux/version.h>

#include "lean.h"
#include "claim.h"
#include "offsets.h"

#ifdef CONFIG_X86_64

#include <asm/asm-offsets.h>
#include <asm/percpu.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
#define CURRENT PER_CPU_VAR(pcpu_hot + HOT_TASK)
#define PREEMPT PER_CPU_VAR(pcpu_hot + HOT_PREEMPT)
#else
#define CURRENT PER_CPU_VAR(current_task)
#define PREEMPT PER_CPU_VAR(__preempt_count)
#endif

SYM_FUNC_START(__sanitizer_cov_trace_pc)
	mov	CURRENT, %r11
	cmpl	$ANYCOV_LEAN_M_PC, TASK_MODE(%r11)
	jge	.Lrecord
	RET
.Lrecord:
	jne	.Lin_c
#ifdef CONFIG_PREEMPT_RT
	jmp	.Lin_c
#else
	testl	$(NO_RECORD_SOFTIRQ | NO_RECORD_HARDIRQ), PREEMPT
	jnz	.Lin_c
#endif
	mov	TASK_AREA(%r11), %r10
	mov	(%r10), %r10
	ANYCOV_CLAIM_ASM(%r10, TASK_LIMIT(%r11), .Lfull)
	inc	%r10
	mov	TASK_AREA(%r11), %r11
	mov	%r10, (%r11)
	lea	(%r11, %r10, 8), %r11
	mov	(%rsp), %r10
#ifdef CONFIG_RANDOMIZE_BASE
	sub	$(_text - START_OF_IMAGE), %r10
#endif
	mov	%r10, (%r11)
.Lfull:
	RET
.Lin_c:
	push	%rbp
	mov	%rsp, %rbp
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	mov	8(%rbp), %rdi
	call	anycov_lean_pc
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	pop	%rbp
	RET
SYM_FUNC_END(__sanitizer_cov_trace_pc)

#elif defined(CONFIG_ARM64)

SYM_FUNC_START(__sanitizer_cov_trace_pc)
	mrs	x16, sp_el0
	ldr	w17, [x16, #TASK_MODE]
	cmp	w17, #ANYCOV_LEAN_M_PC
	b.ge	1f
	ret
1:	b.ne	3f
#ifdef CONFIG_PREEMPT_RT
	b	3f
#endif
	ldr	w17, [x16, #TASK_PREEMPT]
	tst	w17, #NO_RECORD_HARDIRQ
	b.ne	3f
	tst	w17, #NO_RECORD_SOFTIRQ
	b.ne	3f
	/* The return address is needed again, the register once more before. */
	str	x30, [sp, #-16]!
	ldr	x17, [x16, #TASK_AREA]
	ldr	x16, [x16, #TASK_LIMIT]
	ldr	x30, [x17]
	ANYCOV_CLAIM_ASM(x30, x16, 2f)
	add	x30, x30, #1
	str	x30, [x17]
	add	x17, x17, x30, lsl #3
	ldr	x30, [sp]
#ifdef CONFIG_RANDOMIZE_BASE
	adrp	x16, _text /* the start of a page */
	sub	x30, x30, x16
	ldr	x16, =START_OF_IMAGE
	add	x30, x30, x16
#endif
	str	x30, [x17]
2:	ldr	x30, [sp], #16
	ret
3:	stp	x29, x30, [sp, #-160]!
	stp	x0, x1, [sp, #16]
	stp	x2, x3, [sp, #32]
	stp	x4, x5, [sp, #48]
	stp	x6, x7, [sp, #64]
	stp	x8, x9, [sp, #80]
	stp	x10, x11, [sp, #96]
	stp	x12, x13, [sp, #112]
	stp	x14, x15, [sp, #128]
#ifndef CONFIG_SHADOW_CALL_STACK /* which keeps x18 itself */
	str	x18, [sp, #144]
#endif
	mov	x29, sp
	mov	x0, x30
	bl	anycov_lean_pc
	ldp	x0, x1, [sp, #16]
	ldp	x2, x3, [sp, #32]
	ldp	x4, x5, [sp, #48]
	ldp	x6, x7, [sp, #64]
	ldp	x8, x9, [sp, #80]
	ldp	x10, x11, [sp, #96]
	ldp	x12, x13, [sp, #112]
	ldp	x14, x15, [sp, #128]
#ifndef CONFIG_SHADOW_CALL_STACK
	ldr	x18, [sp, #144]
#endif
	ldp	x29, x30, [sp], #160
	ret
SYM_FUNC_END(__sanitizer_cov_trace_pc)

#endif
