/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * void lean_call(const word *in, word *out, long shift): loads every register that
 * a lean hook must keep from in, moves the stack by shift bytes, calls the hook,
 * stores the registers to out.  The scratch registers of anycov/lean.h are used
 * here in between.
 */
	.text
	.globl	lean_call
	.globl	lean_return
	.globl	lean_words
	.type	lean_call, %function

#if defined(__x86_64__)
#define GPR 13
.macro gpr op, at
	\op	0(\at), %rax
	\op	8(\at), %rbx
	\op	16(\at), %rcx
	\op	24(\at), %rdx
	\op	32(\at), %rsi
	\op	40(\at), %rbp
	\op	48(\at), %r8
	\op	56(\at), %r9
	\op	64(\at), %r12
	\op	72(\at), %r13
	\op	80(\at), %r14
	\op	88(\at), %r15
	\op	96(\at), %rdi
.endm
.macro load from, to
	mov	\from, \to
.endm
.macro store to, from
	mov	\from, \to
.endm
lean_call:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	%rsp, %rax
	sub	%rdx, %rsp
	push	%rax
	push	%rsi
	.irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	movups	8 * GPR + 16 * \i(%rdi), %xmm\i
	.endr
	gpr	load, %rdi
	call	__sanitizer_cov_trace_pc
lean_return:
	mov	(%rsp), %r11
	gpr	store, %r11
	.irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	movups	%xmm\i, 8 * GPR + 16 * \i(%r11)
	.endr
	mov	8(%rsp), %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret
#define WORDS GPR + 32
#define WORD .8byte

#elif defined(__aarch64__)
.macro pairs op, at
	\op	x0, x1, [\at, 8 * 2]
	\op	x2, x3, [\at, 8 * 4]
	\op	x4, x5, [\at, 8 * 6]
	\op	x6, x7, [\at, 8 * 8]
	\op	x8, x9, [\at, 8 * 10]
	\op	x10, x11, [\at, 8 * 12]
	\op	x12, x13, [\at, 8 * 14]
	\op	x14, x15, [\at, 8 * 16]
	\op	x18, x19, [\at, 8 * 18]
	\op	x20, x21, [\at, 8 * 20]
	\op	x22, x23, [\at, 8 * 22]
	\op	x24, x25, [\at, 8 * 24]
	\op	x26, x27, [\at, 8 * 26]
	\op	x28, x29, [\at, 8 * 28]
.endm
.macro vectors op
	.irp i, 0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30
	vector	\op, \i, %(\i + 1)
	.endr
.endm
lean_call:
	sub	sp, sp, 176
	stp	x18, x19, [sp]
	stp	x20, x21, [sp, 16]
	stp	x22, x23, [sp, 32]
	stp	x24, x25, [sp, 48]
	stp	x26, x27, [sp, 64]
	stp	x28, x29, [sp, 80]
	stp	x30, x1, [sp, 96]
	stp	d8, d9, [sp, 112]
	stp	d10, d11, [sp, 128]
	stp	d12, d13, [sp, 144]
	stp	d14, d15, [sp, 160]
	add	x16, x0, 8 * 30
	.irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ldr	q\i, [x16], 16
	.endr
	mov	x16, x0
	pairs	ldp, x16
	bl	__sanitizer_cov_trace_pc
lean_return:
	ldr	x16, [sp, 104]
	pairs	stp, x16
	add	x16, x16, 8 * 30
	.irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	str	q\i, [x16], 16
	.endr
	ldp	x18, x19, [sp]
	ldp	x20, x21, [sp, 16]
	ldp	x22, x23, [sp, 32]
	ldp	x24, x25, [sp, 48]
	ldp	x26, x27, [sp, 64]
	ldp	x28, x29, [sp, 80]
	ldr	x30, [sp, 96]
	ldp	d8, d9, [sp, 112]
	ldp	d10, d11, [sp, 128]
	ldp	d12, d13, [sp, 144]
	ldp	d14, d15, [sp, 160]
	add	sp, sp, 176
	ret
#define WORDS 30 + 64
#define WORD .8byte

#elif defined(__arm__)
	.syntax	unified
	.arm
lean_call:
	push	{r1, r4-r11, lr}
#ifdef __ARM_FP
	vpush	{d8-d15}
	add	r3, r0, #44
	vldm	r3, {d0-d15}
#endif
	mov	r12, sp
	sub	sp, sp, r2
	push	{r1, r12}
	ldm	r0, {r0-r2, r4-r11}
	bl	__sanitizer_cov_trace_pc
lean_return:
	ldr	r3, [sp]
	stm	r3!, {r0-r2, r4-r11}
	ldr	sp, [sp, #4]
#ifdef __ARM_FP
	vstm	r3, {d0-d15}
	vpop	{d8-d15}
#endif
	pop	{r1, r4-r11, pc}
#ifdef __ARM_FP
#define WORDS 11 + 32
#else
#define WORDS 11
#endif
#define WORD .4byte

#elif defined(__riscv)
#define B (__riscv_xlen / 8)
#if __riscv_xlen == 64
#define L ld
#define S sd
#define WORD .8byte
#else
#define L lw
#define S sw
#define WORD .4byte
#endif
.macro all op, at
	\op	t0, 0 * B(\at)
	\op	t2, 1 * B(\at)
	\op	a0, 2 * B(\at)
	\op	a1, 3 * B(\at)
	\op	a2, 4 * B(\at)
	\op	a3, 5 * B(\at)
	\op	a4, 6 * B(\at)
	\op	a5, 7 * B(\at)
	\op	a6, 8 * B(\at)
	\op	a7, 9 * B(\at)
	\op	t4, 10 * B(\at)
	\op	t5, 11 * B(\at)
	\op	t6, 12 * B(\at)
	saved	\op, \at, 13
.endm
.macro saved op, at, first
	\op	s0, (\first + 0) * B(\at)
	\op	s1, (\first + 1) * B(\at)
	\op	s2, (\first + 2) * B(\at)
	\op	s3, (\first + 3) * B(\at)
	\op	s4, (\first + 4) * B(\at)
	\op	s5, (\first + 5) * B(\at)
	\op	s6, (\first + 6) * B(\at)
	\op	s7, (\first + 7) * B(\at)
	\op	s8, (\first + 8) * B(\at)
	\op	s9, (\first + 9) * B(\at)
	\op	s10, (\first + 10) * B(\at)
	\op	s11, (\first + 11) * B(\at)
.endm
lean_call:
	addi	sp, sp, -16 * B
	saved	S, sp, 0
	S	ra, 12 * B(sp)
	S	a1, 13 * B(sp)
	mv	t1, a0
	all	L, t1
	call	__sanitizer_cov_trace_pc
lean_return:
	L	t1, 13 * B(sp)
	all	S, t1
	saved	L, sp, 0
	L	ra, 12 * B(sp)
	addi	sp, sp, 16 * B
	ret
#define WORDS 25
#endif

	.size	lean_call, . - lean_call
	.section .rodata
	.p2align 3
lean_words:
	WORD	WORDS
	.section .note.GNU-stack, "", %progbits
