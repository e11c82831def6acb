/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lean __sanitizer_cov_trace_pc of kernels: changes only the registers that anycov/lean.h
 * lists, and the flags.  Like runtime/hooks/hook_lean.S elsewhere it does what hook_pc.c does in C,
 * for a task that records PCs, or has recorded this PC or edge in a unique mode before; records
 * that are new to a set, u32 words and soft interrupts are left to C, with all registers saved
 * that C may change.
 */
#include <linux/linkage.h>
#include <linux/version.h>

#include "hooks/lean_layout.h"
#include "hooks/lean_unique.h"
#include "hooks/claim.h"
#include "offsets.h"

#ifdef CONFIG_X86_64

#include <asm/asm-offsets.h>
#include <asm/percpu.h>
#ifdef CONFIG_X86_KERNEL_IBT
#include <linux/objtool.h>
#endif

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 15, 0)
#define CURRENT PER_CPU_VAR(pcpu_hot + HOT_TASK)
#define PREEMPT PER_CPU_VAR(pcpu_hot + HOT_PREEMPT)
#else
#define CURRENT PER_CPU_VAR(current_task)
#define PREEMPT PER_CPU_VAR(__preempt_count)
#endif

#ifdef CONFIG_RANDOMIZE_BASE
#define PC_OF(reg) sub $(_text - START_OF_IMAGE), reg
#else
#define PC_OF(reg)
#endif

/* What .Lin_c calls, in r10d; its argument is in r11. */
#define C_HOOK 0
#define C_PC 1
#define C_EDGE 2

SYM_FUNC_START(__sanitizer_cov_trace_pc)
#ifdef CONFIG_X86_KERNEL_IBT
	ANNOTATE_NOENDBR /* reached by direct jumps of a trampoline alone */
#endif
	mov	CURRENT, %r11
	cmpl	$ANYCOV_LEAN_M_PC, TASK_MODE(%r11)
	jge	.Lrecord
	RET
.Lrecord:
#ifdef CONFIG_PREEMPT_RT
	jmp	.Lhook
#else
	jne	.Lunique
	testl	$(NO_RECORD_SOFTIRQ | NO_RECORD_HARDIRQ), PREEMPT
	jnz	.Lhook
#endif
	mov	TASK_AREA(%r11), %r10
	mov	(%r10), %r10
	ANYCOV_CLAIM_ASM(%r10, TASK_LIMIT(%r11), .Lfull)
	inc	%r10
	mov	TASK_AREA(%r11), %r11
	mov	%r10, (%r11)
	lea	(%r11, %r10, 8), %r11
	mov	(%rsp), %r10
	PC_OF(%r10)
	mov	%r10, (%r11)
	RET

	/* UNIQ_PC: anycov_unique_lookup().  The stack contains the PC. */
.Lunique:
	testl	$(NO_RECORD_SOFTIRQ | NO_RECORD_HARDIRQ), PREEMPT
	jnz	.Lhook
	mov	(%rsp), %r10
	PC_OF(%r10)
	push	%r10
	or	TASK_NOT_MASK(%r11), %r10
	mov	TASK_INDEX_AREA(%r11), %r11
	mov	(%r11, %r10, 4), %r10d
	cmp	(%r11), %r10
	ja	.Lnew
	mov	(%r11, %r10, 8), %r10
	cmp	(%rsp), %r10
	jne	.Lgroup
	pop	%r10
	RET
.Lgroup:
	push	%rax
	push	%rcx
	mov	16(%rsp), %rax
	mov	CURRENT, %r10
	mov	TASK_NOT_MASK(%r10), %r10
	or	%rax, %r10
	ANYCOV_LEAN_GROUP(.Lfound)
	stc
	jmp	.Llooked
.Lfound:
	cmp	%rcx, (%r11) /* carry: above the count */
.Llooked:
	pop	%rcx
	pop	%rax
	jc	.Lnew
	pop	%r10
	RET
.Lnew:
	pop	%r11
	mov	$C_PC, %r10d
	jmp	.Lin_c

	/* A plain mode whose buffer is always full may be UNIQ_EDGE: anycov_edge_hit(). */
.Lfull:
	cmpl	$ANYCOV_LEAN_M_UNIQ_EDGE, TASK_KIND(%r11)
	je	.Ledge
	cmpl	$ANYCOV_LEAN_M_PC, TASK_KIND(%r11)
	jg	.Lhook /* another mode that runs as a plain mode */
	RET
.Ledge:
	push	%rax
	imul	$ANYCOV_LEAN_EDGE_MIX_S, TASK_PREV_HIGH(%r11), %r10d
	mov	8(%rsp), %eax
	PC_OF(%eax)
	add	%eax, %r10d
	or	TASK_PREV(%r11), %rax
	mov	%eax, TASK_PREV_HIGH(%r11)
	or	TASK_NOT_MASK(%r11), %r10
	mov	TASK_INDEX_AREA(%r11), %r11
	mov	(%r11, %r10, 4), %r10d
	cmp	%rax, (%r11, %r10, 8)
	jne	.Ledge_group
	cmp	(%r11), %r10
	ja	.Lnew_edge
	pop	%rax
	RET
.Ledge_group:
	push	%rcx
	lea	-1(%r10), %rcx /* a free home slot ends the search */
	cmp	(%r11), %rcx
	jae	.Ledge_looked
	mov	%rax, %r10
	shr	$32, %r10
	imul	$ANYCOV_LEAN_EDGE_MIX_S, %r10d, %r10d
	add	%eax, %r10d
	mov	CURRENT, %rcx
	or	TASK_NOT_MASK(%rcx), %r10
	ANYCOV_LEAN_GROUP(.Ledge_found)
	jmp	.Ledge_looked
.Ledge_found:
	cmp	(%r11), %rcx
	ja	.Ledge_looked
	pop	%rcx
	pop	%rax
	RET
.Ledge_looked:
	pop	%rcx
.Lnew_edge:
	mov	%rax, %r11
	pop	%rax
	mov	$C_EDGE, %r10d
	jmp	.Lin_c

.Lhook:
	xor	%r10d, %r10d
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
	mov	%r11, %rdi
	dec	%r10d
	js	.Lcall_hook
	jz	.Lcall_pc
	mov	%edi, %esi /* in a pair with previous 0 only the low half counts */
	xor	%edx, %edx
	call	anycov_slow_edge
	jmp	.Lcalled
.Lcall_pc:
	call	anycov_slow_pc
	jmp	.Lcalled
.Lcall_hook:
	mov	8(%rbp), %rdi
	call	anycov_lean_pc
.Lcalled:
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

/* Computes the PC of the return address; uses register tmp. */
.macro pc_of pc, tmp
#ifdef CONFIG_RANDOMIZE_BASE
	adrp	\tmp, _text /* page-aligned */
	sub	\pc, x30, \tmp
	ldr	\tmp, =START_OF_IMAGE
	add	\pc, \pc, \tmp
#else
	mov	\pc, x30
#endif
.endm

/* Branches to 3 if C must decide whether to record. */
.macro may_record
#ifdef CONFIG_PREEMPT_RT
	b	3f
#endif
	ldr	w17, [x16, #TASK_PREEMPT]
	tst	w17, #NO_RECORD_HARDIRQ
	b.ne	3f
	tst	w17, #NO_RECORD_SOFTIRQ
	b.ne	3f
.endm

SYM_FUNC_START(__sanitizer_cov_trace_pc)
#ifdef CONFIG_JUMP_LABEL
	/* static_branch_unlikely(&anycov_pc_hooks) */
9:	nop
	ret
	.pushsection __jump_table, "aw"
	.align	3
	.long	9b - ., 8f - .
	.quad	anycov_pc_hooks - .
	.popsection
8:
#endif
	mrs	x16, sp_el0
	ldr	w17, [x16, #TASK_MODE]
	cmp	w17, #ANYCOV_LEAN_M_PC
	b.ge	1f
	ret
1:	b.ne	5f
	may_record
	/* The return address is needed again, the register once before. */
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
	adrp	x16, _text /* page-aligned */
	sub	x30, x30, x16
	ldr	x16, =START_OF_IMAGE
	add	x30, x30, x16
#endif
	str	x30, [x17]
	ldr	x30, [sp], #16
	ret

	/* A plain mode whose buffer is always full may be UNIQ_EDGE: anycov_edge_hit(). */
2:	ldr	x30, [sp], #16
	mrs	x16, sp_el0
	ldr	w17, [x16, #TASK_KIND]
	cmp	w17, #ANYCOV_LEAN_M_UNIQ_EDGE
	b.eq	4f
	cmp	w17, #ANYCOV_LEAN_M_PC
	b.gt	3f /* another mode that runs as a plain mode */
	ret
4:	stp	x0, x1, [sp, #-32]!
	stp	x2, x3, [sp, #16]
	pc_of	x3, x0
	ldr	x2, [x16, #TASK_PREV]
	mov	w3, w3
	orr	x2, x2, x3
	str	w3, [x16, #TASK_PREV_HIGH]
	lsr	x0, x2, #32
	movz	w1, #(ANYCOV_LEAN_EDGE_MIX & 0xffff)
	movk	w1, #(ANYCOV_LEAN_EDGE_MIX >> 16), lsl #16
	madd	w0, w0, w1, w3
	ldr	x3, [x16, #TASK_NOT_MASK]
	ldr	x17, [x16, #TASK_INDEX_AREA]
	orr	x0, x0, x3
	ANYCOV_LEAN_LOOKUP(x2)
	b.ne	7f
6:	ldr	x1, [x17]
	cmp	x16, x1
	b.hi	8f
	ldp	x2, x3, [sp, #16]
	ldp	x0, x1, [sp], #32
	ret
7:	ldr	x1, [x17]
	sub	x16, x16, #1 /* a free home slot ends the search */
	cmp	x16, x1
	b.hs	8f
	ANYCOV_LEAN_GROUP(x2, 6b)
8:	mov	x16, x2
	mov	w17, #2
	b	9f

	/* UNIQ_PC: anycov_unique_lookup(). */
5:	may_record
	stp	x0, x1, [sp, #-32]!
	stp	x2, x3, [sp, #16]
	pc_of	x2, x0
	ldr	x17, [x16, #TASK_INDEX_AREA]
	ldr	x0, [x16, #TASK_NOT_MASK]
	orr	x0, x0, x2
	ANYCOV_LEAN_LOOKUP(x2)
	b.ne	7f
6:	ldr	x1, [x17]
	cmp	x16, x1
	b.hi	8f
	ldp	x2, x3, [sp, #16]
	ldp	x0, x1, [sp], #32
	ret
7:	ANYCOV_LEAN_GROUP(x2, 6b)
8:	mov	x16, x2
	mov	w17, #1
9:	ldp	x2, x3, [sp, #16]
	ldp	x0, x1, [sp], #32
	b	4f

	/* The part in C.  w17: 0 the complete hook, 1 a PC, 2 an edge; argument in x16. */
3:	mov	w17, #0
4:	stp	x29, x30, [sp, #-160]!
	stp	x0, x1, [sp, #16]
	stp	x2, x3, [sp, #32]
	stp	x4, x5, [sp, #48]
	stp	x6, x7, [sp, #64]
	stp	x8, x9, [sp, #80]
	stp	x10, x11, [sp, #96]
	stp	x12, x13, [sp, #112]
	stp	x14, x15, [sp, #128]
#ifndef CONFIG_SHADOW_CALL_STACK /* which preserves x18 itself */
	str	x18, [sp, #144]
#endif
	mov	x29, sp
	mov	x0, x16
	cmp	w17, #1
	b.eq	1f
	b.hi	2f
	mov	x0, x30
	bl	anycov_lean_pc
	b	3f
1:	bl	anycov_slow_pc
	b	3f
2:	mov	w1, w16 /* in a pair with previous 0 only the low half counts */
	mov	w2, #0
	bl	anycov_slow_edge
3:	ldp	x0, x1, [sp, #16]
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
