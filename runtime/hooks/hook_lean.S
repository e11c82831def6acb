/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lean __sanitizer_cov_trace_pc: changes only the registers that anycov/lean.h lists, and
 * the flags.  It can also be called like a C hook.  The stack may have any alignment that
 * pushes preserve.
 *
 * The file is long because ports compile it as one file, but a build uses only one of its four
 * parts.
 *
 * It does what hook_pc.c does in C: select the context, claim a slot, store.  On hosts it also
 * looks up repeated records of unique modes; everything else is left to C (label .Lin_c), with
 * all registers saved that a C function may change.
 */
#include "lean_layout.h"
#include "lean_unique.h"
#include "claim.h"
#include "anycov_port.h"

	.section .text.__sanitizer_cov_trace_pc, "ax", %progbits
	.globl	__sanitizer_cov_trace_pc
	.globl	__anycov_lean_abi_1
	.type	__sanitizer_cov_trace_pc, %function
	.type	__anycov_lean_abi_1, %function
#if ANYCOV_PORT_UNIQUE_MODES && ANYCOV_PORT_LEAN_TLS
	.hidden	anycov_slow_pc
	.hidden	anycov_slow_edge
#elif ANYCOV_PORT_UNIQUE_MODES
	.hidden	anycov_lean_pc
#endif
	.hidden	ANYCOV_PORT_LEAN_CTX
#if ANYCOV_PORT_FILTER
	.hidden	anycov_filter
#endif

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
#if ANYCOV_PORT_UNIQUE_MODES && defined(ANYCOV_LEAN_LOCAL_EXEC)
#error "unique modes of hosts need a context in initial-exec TLS"
#endif

	.p2align 5
__anycov_lean_abi_1:
__sanitizer_cov_trace_pc:
	.cfi_startproc
	ENTRY
#if ANYCOV_PORT_LEAN_TLS && !defined(ANYCOV_LEAN_LOCAL_EXEC)
	mov	ANYCOV_PORT_LEAN_CTX@gottpoff(%rip), %r11
#endif
#if ANYCOV_PORT_LEAN_TLS
	/* Most probes of most programs run while nothing records: no branch is taken then. */
	cmpl	$ANYCOV_PORT_LEAN_PC, CTX(MODE)
	je	3f
#if ANYCOV_PORT_UNIQUE_MODES
	jg	4f
#endif
	ret
3:
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
#if ANYCOV_PORT_UNIQUE_MODES
	ret
	/* UNIQ_PC, record in its home slot: as in anycov_unique_lookup(). */
4:	mov	(%rsp), %r10
	or	CTX(NOT_MASK), %r10
	mov	CTX(INDEX_AREA), %r11
	mov	(%r11, %r10, 4), %r10d
	cmp	(%r11), %r10
	ja	8f
	mov	(%r11, %r10, 8), %r10
	cmp	(%rsp), %r10
	jne	5f
	ret
5:	push	%rax
	.cfi_adjust_cfa_offset 8
	push	%rcx
	.cfi_adjust_cfa_offset 8
	mov	16(%rsp), %rax
	mov	ANYCOV_PORT_LEAN_CTX@gottpoff(%rip), %r10
	mov	%fs:ANYCOV_LEAN_CTX_NOT_MASK(%r10), %r10
	or	%rax, %r10
	ANYCOV_LEAN_GROUP(6f)
	stc
	jmp	7f
6:	cmp	%rcx, (%r11) /* carry: above the count */
7:	pop	%rcx
	.cfi_adjust_cfa_offset -8
	pop	%rax
	.cfi_adjust_cfa_offset -8
	jc	8f
	ret
8:
.Lslow_pc:
	xor	%r11d, %r11d
	jmp	.Lin_c
	/* A plain mode whose buffer is always full may be UNIQ_EDGE: anycov_edge_hit(). */
2:	cmpl	$ANYCOV_LEAN_M_UNIQ_EDGE, CTX(KIND)
	je	4f
	cmpl	$ANYCOV_LEAN_M_PC, CTX(KIND)
	jg	.Lslow_pc /* another mode that runs as a plain mode */
	ret
4:	push	%rax
	.cfi_adjust_cfa_offset 8
	imul	$ANYCOV_LEAN_EDGE_MIX_S, CTX(PREV_HIGH), %r10d
	mov	8(%rsp), %eax
	add	%eax, %r10d
	or	CTX(PREV), %rax
	mov	%eax, CTX(PREV_HIGH)
	or	CTX(NOT_MASK), %r10
	mov	CTX(INDEX_AREA), %r11
	mov	(%r11, %r10, 4), %r10d
	cmp	%rax, (%r11, %r10, 8)
	jne	5f
	cmp	(%r11), %r10
	ja	8f
	pop	%rax
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_adjust_cfa_offset 8
5:	push	%rcx
	.cfi_adjust_cfa_offset 8
	lea	-1(%r10), %rcx /* a free home slot ends the search */
	cmp	(%r11), %rcx
	jae	7f
	mov	%rax, %r10
	shr	$32, %r10
	imul	$ANYCOV_LEAN_EDGE_MIX_S, %r10d, %r10d
	add	%eax, %r10d
	mov	ANYCOV_PORT_LEAN_CTX@gottpoff(%rip), %rcx
	or	%fs:ANYCOV_LEAN_CTX_NOT_MASK(%rcx), %r10
	ANYCOV_LEAN_GROUP(6f)
	jmp	7f
6:	cmp	(%r11), %rcx
	ja	7f
	pop	%rcx
	.cfi_adjust_cfa_offset -8
	pop	%rax
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_adjust_cfa_offset 16
7:	pop	%rcx
	.cfi_adjust_cfa_offset -8
8:	mov	%rax, %r11
	pop	%rax
	.cfi_adjust_cfa_offset -8
#else
2:	ret
#endif
#elif ANYCOV_PORT_UNIQUE_MODES
	mov	CTX(MODE), %r11d
	sub	$ANYCOV_PORT_LEAN_PC, %r11d
	je	3f
	dec	%r11d
	cmp	$ANYCOV_LEAN_N_ABOVE, %r11d
	jb	9f
	ret
#else
	cmpl	$ANYCOV_PORT_LEAN_PC, CTX(MODE)
	je	3f
	ret
#endif

#if !ANYCOV_PORT_LEAN_TLS
3:	push	%rax
	.cfi_adjust_cfa_offset 8
	mov	CTX(AREA), %r11
	mov	(%r11), %rax
4:	ANYCOV_CLAIM_ASM(%rax, CTX(LIMIT), 5f)
	lea	1(%rax), %r10
	lock cmpxchg %r10, (%r11) /* the value it finds instead is in rax */
	jne	4b
	mov	8(%rsp), %rax
	mov	%rax, (%r11, %r10, 8)
5:	pop	%rax
	.cfi_adjust_cfa_offset -8
	ret
#endif
#if ANYCOV_PORT_UNIQUE_MODES
	/* r11, on hosts: the word of an edge; 0: a PC. */
9:
.Lin_c:	push	%rbp
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
#if ANYCOV_PORT_LEAN_TLS
	test	%r11, %r11
	jnz	1f
	mov	8(%rbp), %rdi
	call	anycov_slow_pc
	jmp	2f
1:	mov	%r11, %rdi
	mov	8(%rbp), %rsi
	xor	%edx, %edx
	call	anycov_slow_edge
2:
#else
	mov	8(%rbp), %rdi
	call	anycov_lean_pc
#endif
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
	/* As on x86-64: no branch is taken while nothing records. */
	cmp	w17, ANYCOV_PORT_LEAN_PC
	b.eq	3f
#if ANYCOV_PORT_UNIQUE_MODES
	b.gt	5f
#endif
	ret
3:	/* The return address is needed twice, the register once in between. */
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
#if ANYCOV_PORT_UNIQUE_MODES
	/* A plain mode whose buffer is always full may be UNIQ_EDGE: anycov_edge_hit(). */
	mrs	x17, tpidr_el0
	adrp	x16, :gottprel:ANYCOV_PORT_LEAN_CTX
	ldr	x16, [x16, :gottprel_lo12:ANYCOV_PORT_LEAN_CTX]
	add	x16, x16, x17
	ldr	w17, CTX(KIND)
	cmp	w17, ANYCOV_LEAN_M_UNIQ_EDGE
	b.eq	4f
	cmp	w17, ANYCOV_LEAN_M_PC
	b.gt	.Lslow_pc /* another mode that runs as a plain mode */
	ret
4:	stp	x0, x1, [sp, -32]!
	.cfi_def_cfa_offset 32
	stp	x2, x3, [sp, 16]
	ldr	x2, CTX(PREV)
	mov	w3, w30
	orr	x2, x2, x3
	str	w30, CTX(PREV_HIGH)
	lsr	x0, x2, 32
	movz	w1, ANYCOV_LEAN_EDGE_MIX & 0xffff
	movk	w1, ANYCOV_LEAN_EDGE_MIX >> 16, lsl 16
	madd	w0, w0, w1, w3
	ldr	x3, CTX(NOT_MASK)
	ldr	x17, CTX(INDEX_AREA)
	orr	x0, x0, x3
	ANYCOV_LEAN_LOOKUP(x2)
	b.ne	7f
6:	ldr	x1, [x17]
	cmp	x16, x1
	b.hi	8f
	ldp	x2, x3, [sp, 16]
	ldp	x0, x1, [sp], 32
	.cfi_remember_state
	.cfi_def_cfa_offset 0
	ret
	.cfi_restore_state
7:	ldr	x1, [x17]
	sub	x16, x16, 1 /* a free home slot ends the search */
	cmp	x16, x1
	b.hs	8f
	ANYCOV_LEAN_GROUP(x2, 6b)
8:	mov	x16, x2
	ldp	x2, x3, [sp, 16]
	ldp	x0, x1, [sp], 32
	.cfi_def_cfa_offset 0
	b	.Lin_c
	/* UNIQ_PC: anycov_unique_lookup(). */
5:	stp	x0, x1, [sp, -16]!
	.cfi_def_cfa_offset 16
	ldr	x17, CTX(INDEX_AREA)
	ldr	x0, CTX(NOT_MASK)
	orr	x0, x0, x30
	ANYCOV_LEAN_LOOKUP(x30)
	b.ne	7f
6:	ldr	x1, [x17]
	cmp	x16, x1
	ldp	x0, x1, [sp], 16
	.cfi_remember_state
	.cfi_def_cfa_offset 0
	b.hi	8f
	ret
	.cfi_restore_state
7:	ANYCOV_LEAN_GROUP(x30, 6b)
	ldp	x0, x1, [sp], 16
	.cfi_def_cfa_offset 0
8:
.Lslow_pc:
	mov	x16, 0
#else
	ret
#endif
#else
	movz	w16, (ANYCOV_PORT_LEAN_PC) & 0xffff
	movk	w16, (ANYCOV_PORT_LEAN_PC) >> 16, lsl 16
#if ANYCOV_PORT_UNIQUE_MODES
	sub	w17, w17, w16
	cbz	w17, 3f
	sub	w17, w17, 1
	cmp	w17, ANYCOV_LEAN_N_ABOVE
	b.lo	9f
#else
	cmp	w17, w16
	b.eq	3f
#endif
	ret
#endif

#if !ANYCOV_PORT_LEAN_TLS
3:	stp	x0, x1, [sp, -16]!
	.cfi_def_cfa_offset 16
	adrp	x16, ANYCOV_PORT_LEAN_CTX
	ldr	x17, CTX(AREA)
	ldr	x16, CTX(LIMIT)
4:	ldxr	x0, [x17]
	ANYCOV_CLAIM_ASM(x0, x16, 5f)
	add	x0, x0, 1
	stxr	w1, x0, [x17]
	cbnz	w1, 4b
	str	x30, [x17, x0, lsl 3]
5:	ldp	x0, x1, [sp], 16
	.cfi_def_cfa_offset 0
	ret
#endif
#if ANYCOV_PORT_UNIQUE_MODES
	/* x16, on hosts: the word of an edge; 0: a PC. */
9:
.Lin_c:	stp	x29, x30, [sp, -160]!
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
#if ANYCOV_PORT_LEAN_TLS
	cbnz	x16, 1f
	mov	x0, x30
	bl	anycov_slow_pc
	b	2f
1:	mov	x0, x16
	mov	x1, x30
	mov	w2, 0
	bl	anycov_slow_edge
2:
#else
	mov	x0, x30
	bl	anycov_lean_pc
#endif
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
#error "the lean hook for ARM does not support a thread-local context"
#endif
/* As in anycov_port.h: r2 keeps the previous state, r12 is free. */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define MASK mrs r2, primask; cpsid i
#define UNMASK msr primask, r2
#elif !defined(__thumb__)
#define MASK mrs r2, cpsr; orr r12, r2, #0x80; msr cpsr_c, r12
#define UNMASK msr cpsr_c, r2
#else
#define MASK
#define UNMASK
#endif
/* anycov_port_current(): r3; also uses r2 if the processor detects interrupts. */
	.macro	CONTEXT
	ldr	r3, 4f
#if ANYCOV_DETECTS_IRQ
	mrs	r2, ipsr
	cmp	r2, #0
	beq	1f
	adds	r3, r3, #ANYCOV_LEAN_CTX_BYTES
1:
#endif
	.endm
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
#if ANYCOV_PORT_FILTER
	/* anycov_filter_has() of a PC; edges are left to C. */
#ifdef __thumb2__
	ldr	r3, 10f
	ldr	r12, [r3]
	cmp	r12, #0
	bne	12f
	ubfx	r12, lr, #1, #ANYCOV_LEAN_FILTER_BITS
	add	r3, r3, r12, lsl #2
	ldr	r3, [r3, #4]
#elif defined(__thumb__)
	mov	r12, r2
	ldr	r3, 10f
	ldr	r2, [r3]
	cmp	r2, #0
	bne	11f
	mov	r2, lr
	lsls	r2, r2, #32 - ANYCOV_LEAN_FILTER_BITS
	lsrs	r2, r2, #30 - ANYCOV_LEAN_FILTER_BITS
	ldr	r3, [r3, r2]
	mov	r2, r12
#else
	ldr	r3, 10f
	ldr	r12, [r3]
	cmp	r12, #0
	bne	12f
	mov	r12, lr, lsl #32 - ANYCOV_LEAN_FILTER_BITS - 1
	add	r3, r3, r12, lsr #30 - ANYCOV_LEAN_FILTER_BITS
	ldr	r3, [r3, #4]
#endif
	cmp	r3, lr
	bne	12f
	bx	lr
#if defined(__thumb__) && !defined(__thumb2__)
11:	mov	r2, r12
#endif
12:
#endif
#if ANYCOV_PORT_UNIQUE_MODES
	mov	r12, r2
	CONTEXT
	ldr	r3, [r3]
	ldr	r2, 5f
	subs	r3, r3, r2
	mov	r2, r12
	beq	3f
	subs	r3, r3, #1
	cmp	r3, #ANYCOV_LEAN_N_ABOVE
	blo	9f
	bx	lr
#elif defined(__thumb2__)
	CONTEXT
	ldr	r3, [r3]
	cmp	r3, #ANYCOV_PORT_LEAN_PC
	beq	3f
	bx	lr
#else
	/* Thumb-1 compares only low registers. */
	mov	r12, r2
	CONTEXT
	ldr	r3, [r3]
	ldr	r2, 5f
	cmp	r3, r2
	mov	r2, r12
	beq	3f
	bx	lr
#endif
3:	push	{r0, r1, r2}
	.cfi_def_cfa_offset 12
	CONTEXT
	ldr	r1, [r3, #ANYCOV_LEAN_CTX_AREA]
	ldr	r3, [r3, #ANYCOV_LEAN_CTX_LIMIT]
#if defined(__ARM_FEATURE_LDREX) && (__ARM_FEATURE_LDREX & 4)
6:	ldrex	r0, [r1]
	ANYCOV_CLAIM_ASM(r0, r3, 7f)
	adds	r0, r0, #1
	strex	r2, r0, [r1]
	cmp	r2, #0
	bne	6b
#else
	MASK
	ldr	r0, [r1]
	ANYCOV_CLAIM_ASM(r0, r3, 6f)
	adds	r0, r0, #1
	str	r0, [r1]
	UNMASK
#endif
	lsls	r0, r0, #2
	mov	r2, lr
	lsrs	r2, r2, #1 /* without the Thumb state bit */
	lsls	r2, r2, #1
	str	r2, [r1, r0]
7:	pop	{r0, r1, r2}
	.cfi_def_cfa_offset 0
	bx	lr
#if !defined(__ARM_FEATURE_LDREX) || !(__ARM_FEATURE_LDREX & 4)
	.cfi_def_cfa_offset 12
6:	UNMASK
	b	7b
#endif
#if ANYCOV_PORT_UNIQUE_MODES
	.cfi_def_cfa_offset 0
9:	push	{r0, r1, r2, r4, lr}
	.cfi_def_cfa_offset 20
	.cfi_offset r4, -8
	.cfi_offset lr, -4
	mov	r4, sp
	.cfi_def_cfa_register r4
	lsrs	r2, r4, #3 /* the ABI aligns the stack to 8 bytes */
	lsls	r2, r2, #3
	mov	sp, r2
	mov	r0, lr
	bl	anycov_lean_pc
	mov	sp, r4
	.cfi_def_cfa_register sp
	pop	{r0, r1, r2, r4}
	.cfi_def_cfa_offset 4
	.cfi_restore r4
	pop	{r3}
	.cfi_def_cfa_offset 0
	.cfi_register lr, r3
	bx	r3
#endif
	.p2align 2
4:	.4byte	ANYCOV_PORT_LEAN_CTX
5:	.4byte	ANYCOV_PORT_LEAN_PC
#if ANYCOV_PORT_FILTER
10:	.4byte	anycov_filter
#endif
	.cfi_endproc

#elif defined(__riscv)

#if ANYCOV_PORT_LEAN_TLS
#error "the lean hook for RISC-V does not support a thread-local context"
#endif
#define WORD (__riscv_xlen / 8)
#if __riscv_xlen == 64
#define LOG2_WORD 3
#define S sd
#define L ld
#define LR lr.d
#define SC sc.d
#else
#define LOG2_WORD 2
#define S sw
#define L lw
#define LR lr.w
#define SC sc.w
#endif
#define FRAME 16

	.p2align 2
__anycov_lean_abi_1:
__sanitizer_cov_trace_pc:
	.cfi_startproc
#if ANYCOV_PORT_FILTER
	/* anycov_filter_has() of a PC; edges are left to C. */
	la	t3, anycov_filter
	lw	t1, 0(t3)
	bnez	t1, 10f
	slli	t1, ra, 1
	andi	t1, t1, 4 * ((1 << ANYCOV_LEAN_FILTER_BITS) - 1)
	add	t1, t1, t3
	lw	t1, 4(t1)
	bne	t1, ra, 10f
	ret
10:
#endif
	la	t1, ANYCOV_PORT_LEAN_CTX
	lw	t1, ANYCOV_LEAN_CTX_MODE(t1)
	li	t3, ANYCOV_PORT_LEAN_PC
#if ANYCOV_PORT_UNIQUE_MODES
	sub	t1, t1, t3
	beqz	t1, 3f
	addi	t1, t1, -1
	li	t3, ANYCOV_LEAN_N_ABOVE
	bltu	t1, t3, 9f
#else
	beq	t1, t3, 3f
#endif
	ret
3:	addi	sp, sp, -FRAME
	.cfi_def_cfa_offset FRAME
	S	a0, 0(sp)
	S	a1, WORD(sp)
	la	t1, ANYCOV_PORT_LEAN_CTX
	L	t3, ANYCOV_LEAN_CTX_LIMIT(t1)
	L	t1, ANYCOV_LEAN_CTX_AREA(t1)
#ifdef __riscv_atomic
4:	LR	a0, (t1)
	ANYCOV_CLAIM_ASM(a0, t3, 5f)
	addi	a0, a0, 1
	SC	a1, a0, (t1)
	bnez	a1, 4b
#else
	.insn i	0x73, 7, a1, x8, 0x300 /* csrrci a1, mstatus, 8: .insn as in anycov_port.h */
	L	a0, 0(t1)
	ANYCOV_CLAIM_ASM(a0, t3, 6f)
	addi	a0, a0, 1
	S	a0, 0(t1)
	andi	a1, a1, 8
	.insn i	0x73, 2, x0, a1, 0x300 /* csrrs x0, mstatus, a1 */
#endif
	slli	a0, a0, LOG2_WORD
	add	t1, t1, a0
	S	ra, 0(t1)
5:	L	a0, 0(sp)
	L	a1, WORD(sp)
	addi	sp, sp, FRAME
	.cfi_def_cfa_offset 0
	ret
#ifndef __riscv_atomic
	.cfi_def_cfa_offset FRAME
6:	andi	a1, a1, 8
	.insn i	0x73, 2, x0, a1, 0x300
	j	5b
#endif
#if ANYCOV_PORT_UNIQUE_MODES
#define SAVED (16 * WORD)
	.macro	EACH op
	\op	a0, 0(sp)
	\op	a1, WORD(sp)
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
	\op	ra, 15 * WORD(sp)
	.endm
	.cfi_def_cfa_offset 0
9:	addi	sp, sp, -SAVED
	.cfi_def_cfa_offset SAVED
	EACH	S
	.cfi_offset ra, -WORD
	mv	a0, ra
	call	anycov_lean_pc
	EACH	L
	.cfi_restore ra
	addi	sp, sp, SAVED
	.cfi_def_cfa_offset 0
	ret
#endif
	.cfi_endproc

#else
#error "no lean hook for this architecture; build without ANYCOV_LEAN"
#endif

	.size	__sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc
#if ANYCOV_PORT_LEAN_TLS /* the other objects of bare metal have none; ld would warn */
	.section .note.GNU-stack, "", %progbits
#endif

/* Notes that image-wide branch protection requires of every object. */
#if defined(__x86_64__) && defined(__CET__)
	.section .note.gnu.property, "a", %note
	.p2align 3
	.4byte	4, 16, 5
	.asciz	"GNU"
	.4byte	0xc0000002, 4, __CET__, 0
#elif defined(__aarch64__) && defined(__ARM_FEATURE_BTI_DEFAULT)
	.section .note.gnu.property, "a", %note
	.p2align 3
	.4byte	4, 16, 5
	.asciz	"GNU"
	.4byte	0xc0000000, 4, 1, 0
#endif
