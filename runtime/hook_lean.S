/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lean __sanitizer_cov_trace_pc: leaves every register alone but those that
 * anycov/lean.h names, and the flags.  It is a C hook as well.  The stack may
 * have any alignment here that pushes keep.
 *
 * What it does is what hook_pc.c says in C: who records, which slot, store.
 * Where that takes more than the named registers allow, C does it, with all
 * registers saved that a C function may change.
 */
#include "lean.h"
#include "claim.h"
#include "anycov_port.h"

	.section .text.__sanitizer_cov_trace_pc, "ax", %progbits
	.globl	__sanitizer_cov_trace_pc
	.globl	__anycov_lean_abi_1
	.type	__sanitizer_cov_trace_pc, %function
	.type	__anycov_lean_abi_1, %function
	.hidden	anycov_lean_pc
	.hidden	ANYCOV_PORT_LEAN_CTX

#if defined(__x86_64__)

#if defined(__CET__) && (__CET__ & 1)
#define ENTRY endbr64
#else
#define ENTRY
#endif
#if ANYCOV_PORT_LEAN_TLS && defined(ANYCOV_LEAN_LOCAL_EXEC)
#define CTX(member) %fs:ANYCOV_PORT_LEAN_CTX@tpoff + ANYCOV_LEAN_CTX_##member
#elif ANYCOV_PORT_LEAN_TLS
#define CTX(member) %fs:ANYCOV_LEAN_CTX_##member(%r11)
#else
#define CTX(member) ANYCOV_PORT_LEAN_CTX + ANYCOV_LEAN_CTX_##member(%rip)
#endif

	.p2align 5
__anycov_lean_abi_1:
__sanitizer_cov_trace_pc:
	.cfi_startproc
	ENTRY
#if ANYCOV_PORT_LEAN_TLS && !defined(ANYCOV_LEAN_LOCAL_EXEC)
	mov	ANYCOV_PORT_LEAN_CTX@gottpoff(%rip), %r11
#endif
	cmpl	$ANYCOV_PORT_LEAN_PC, CTX(MODE)
#if ANYCOV_PORT_LEAN_TLS
	jne	1f
#ifdef ANYCOV_LEAN_LOCAL_EXEC
	mov	CTX(AREA), %r11
	mov	(%r11), %r10
	ANYCOV_CLAIM_ASM(%r10, CTX(LIMIT), 2f)
	inc	%r10
#else
	mov	CTX(AREA), %r10
	mov	(%r10), %r10
	ANYCOV_CLAIM_ASM(%r10, CTX(LIMIT), 2f)
	inc	%r10
	mov	CTX(AREA), %r11
#endif
	mov	%r10, (%r11)
	pushq	(%rsp)
	.cfi_adjust_cfa_offset 8
	popq	(%r11, %r10, 8)
	.cfi_adjust_cfa_offset -8
2:	ret
#if ANYCOV_PORT_MORE
1:	jg	3f
	ret
#else
1:	ret
#endif
#else
	je	3f
	ret
#endif

#if !ANYCOV_PORT_LEAN_TLS || ANYCOV_PORT_MORE
3:	push	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	mov	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	and	$-16, %rsp
	mov	8(%rbp), %rdi
	call	anycov_lean_pc
	lea	-56(%rbp), %rsp
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	pop	%rbp
	.cfi_def_cfa %rsp, 8
	ret
#endif
	.cfi_endproc

#elif defined(__aarch64__)

#ifdef __ARM_FEATURE_BTI_DEFAULT
#define ENTRY hint 34 /* bti c */
#else
#define ENTRY
#endif

	.p2align 5
__anycov_lean_abi_1:
__sanitizer_cov_trace_pc:
	.cfi_startproc
	ENTRY
#if ANYCOV_PORT_LEAN_TLS && defined(ANYCOV_LEAN_LOCAL_EXEC)
#define CTX(member) [x16, :tprel_lo12_nc:ANYCOV_PORT_LEAN_CTX + ANYCOV_LEAN_CTX_##member]
	mrs	x16, tpidr_el0
	add	x16, x16, :tprel_hi12:ANYCOV_PORT_LEAN_CTX, lsl 12
#elif ANYCOV_PORT_LEAN_TLS
#define CTX(member) [x16, ANYCOV_LEAN_CTX_##member]
	adrp	x16, :gottprel:ANYCOV_PORT_LEAN_CTX
	mrs	x17, tpidr_el0
	ldr	x16, [x16, :gottprel_lo12:ANYCOV_PORT_LEAN_CTX]
	add	x16, x16, x17
#else
#define CTX(member) [x16, :lo12:ANYCOV_PORT_LEAN_CTX + ANYCOV_LEAN_CTX_##member]
	adrp	x16, ANYCOV_PORT_LEAN_CTX
#endif
	ldr	w17, CTX(MODE)
#if ANYCOV_PORT_LEAN_TLS
	cmp	w17, ANYCOV_PORT_LEAN_PC
	b.ne	1f
	/* The return address is needed twice, the register once more in between. */
	str	x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x30, -16
	ldr	x17, CTX(AREA)
	ldr	x16, CTX(LIMIT)
	ldr	x30, [x17]
	ANYCOV_CLAIM_ASM(x30, x16, 2f)
	add	x30, x30, 1
	str	x30, [x17]
	ldr	x16, [sp], 16
	.cfi_remember_state
	.cfi_def_cfa_offset 0
	.cfi_register x30, x16
	str	x16, [x17, x30, lsl 3]
	ret	x16
	.cfi_restore_state
2:	ldr	x30, [sp], 16
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	ret
#if ANYCOV_PORT_MORE
1:	b.gt	3f
	ret
#else
1:	ret
#endif
#else
	movz	w16, (ANYCOV_PORT_LEAN_PC) & 0xffff
	movk	w16, (ANYCOV_PORT_LEAN_PC) >> 16, lsl 16
	cmp	w17, w16
	b.eq	3f
	ret
#endif

#if !ANYCOV_PORT_LEAN_TLS || ANYCOV_PORT_MORE
3:	stp	x29, x30, [sp, -160]!
	.cfi_def_cfa_offset 160
	.cfi_offset x29, -160
	.cfi_offset x30, -152
	stp	x0, x1, [sp, 16]
	stp	x2, x3, [sp, 32]
	stp	x4, x5, [sp, 48]
	stp	x6, x7, [sp, 64]
	stp	x8, x9, [sp, 80]
	stp	x10, x11, [sp, 96]
	stp	x12, x13, [sp, 112]
	stp	x14, x15, [sp, 128]
	str	x18, [sp, 144]
	mov	x29, sp
	mov	x0, x30
	bl	anycov_lean_pc
	ldp	x0, x1, [sp, 16]
	ldp	x2, x3, [sp, 32]
	ldp	x4, x5, [sp, 48]
	ldp	x6, x7, [sp, 64]
	ldp	x8, x9, [sp, 80]
	ldp	x10, x11, [sp, 96]
	ldp	x12, x13, [sp, 112]
	ldp	x14, x15, [sp, 128]
	ldr	x18, [sp, 144]
	ldp	x29, x30, [sp], 160
	.cfi_restore x29
	.cfi_restore x30
	.cfi_def_cfa_offset 0
	ret
#endif
	.cfi_endproc

#elif defined(__arm__)

#if ANYCOV_PORT_LEAN_TLS
#error "the lean hook for ARM knows no thread-local context"
#endif
	.syntax	unified
#ifdef __thumb__
	.thumb
	.thumb_func
#else
	.arm
#endif
	.p2align 2
__anycov_lean_abi_1:
#ifdef __thumb__
	.thumb_func
#endif
__sanitizer_cov_trace_pc:
	.cfi_sections .debug_frame
	.cfi_startproc
	/* No three-operand form, no high register but in mov: Thumb-1 takes it too. */
	mov	r12, r2
	ldr	r3, 4f
	ldr	r3, [r3]
	ldr	r2, 5f
	cmp	r3, r2
	mov	r2, r12
	beq	3f
	bx	lr
3:	push	{r0, r1, r2, r4, lr}
	.cfi_def_cfa_offset 20
	.cfi_offset r4, -8
	.cfi_offset lr, -4
	mov	r4, sp
	.cfi_def_cfa_register r4
	lsrs	r3, r4, #3
	lsls	r3, r3, #3
	mov	sp, r3
	mov	r0, lr
	bl	anycov_lean_pc
	mov	sp, r4
	pop	{r0, r1, r2, r4}
	.cfi_def_cfa sp, 4
	.cfi_restore r4
	pop	{r3}
	.cfi_def_cfa_offset 0
	.cfi_register lr, r3
	bx	r3
	.p2align 2
4:	.4byte	ANYCOV_PORT_LEAN_CTX
5:	.4byte	ANYCOV_PORT_LEAN_PC
	.cfi_endproc

#elif defined(__riscv)

#if ANYCOV_PORT_LEAN_TLS
#error "the lean hook for RISC-V knows no thread-local context"
#endif
#define WORD (__riscv_xlen / 8)
#if __riscv_xlen == 64
#define S sd
#define L ld
#else
#define S sw
#define L lw
#endif
#define FRAME 128 /* 15 words, aligned */

.macro each op
	\op	a0, 0 * WORD(sp)
	\op	a1, 1 * WORD(sp)
	\op	a2, 2 * WORD(sp)
	\op	a3, 3 * WORD(sp)
	\op	a4, 4 * WORD(sp)
	\op	a5, 5 * WORD(sp)
	\op	a6, 6 * WORD(sp)
	\op	a7, 7 * WORD(sp)
	\op	t0, 8 * WORD(sp)
	\op	t2, 9 * WORD(sp)
	\op	t4, 10 * WORD(sp)
	\op	t5, 11 * WORD(sp)
	\op	t6, 12 * WORD(sp)
	\op	ra, 13 * WORD(sp)
	\op	s0, 14 * WORD(sp)
.endm

	.p2align 2
__anycov_lean_abi_1:
__sanitizer_cov_trace_pc:
	.cfi_startproc
	la	t1, ANYCOV_PORT_LEAN_CTX
	lw	t1, ANYCOV_LEAN_CTX_MODE(t1)
	li	t3, ANYCOV_PORT_LEAN_PC
	beq	t1, t3, 3f
	ret
3:	addi	sp, sp, -FRAME
	.cfi_def_cfa_offset FRAME
	each	S
	.cfi_offset ra, 13 * WORD - FRAME
	.cfi_offset s0, 14 * WORD - FRAME
	addi	s0, sp, FRAME
	.cfi_def_cfa s0, 0
	andi	sp, sp, -16
	mv	a0, ra
	call	anycov_lean_pc
	addi	sp, s0, -FRAME
	each	L
	.cfi_def_cfa sp, FRAME
	.cfi_restore s0
	.cfi_restore ra
	addi	sp, sp, FRAME
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc

#else
#error "no lean hook for this architecture: build without ANYCOV_LEAN"
#endif

	.size	__sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc
	.section .note.GNU-stack, "", %progbits

/* What image-wide protections of branches ask of every object. */
#if defined(__x86_64__) && defined(__CET__)
	.section .note.gnu.property, "a", %note
	.p2align 3
	.4byte	4, 16, 5
	.asciz	"GNU"
	.4byte	0xc0000002, 4, __CET__, 0
#elif defined(__ARM_FEATURE_BTI_DEFAULT)
	.section .note.gnu.property, "a", %note
	.p2align 3
	.4byte	4, 16, 5
	.asciz	"GNU"
	.4byte	0xc0000000, 4, 1, 0
#endif
