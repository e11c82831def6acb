/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What unwind tables have on a frame: between set_frame.c, which reads them, and set_unwind.c. */
#ifndef ANYCOV_SET_UNWIND_H
#define ANYCOV_SET_UNWIND_H

#include "set.h"

#ifdef SET_HAS_UNWIND

#if defined(__x86_64__)
#define N_REGISTERS 17 /* with the return address, which has a number of its own */
#define STACK_POINTER 7
#define PC_COLUMN 16
#define N_SAVED 7 /* registers that a function saves, the return address last */
static const uint8_t set_saved[N_SAVED] = { 3, 6, 12, 13, 14, 15, PC_COLUMN };
#else
#define N_REGISTERS 32
#define STACK_POINTER 31
#define PC_COLUMN 30
#define N_SAVED 12
static const uint8_t set_saved[N_SAVED] = { 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, PC_COLUMN };
#endif

/* The rules of a frame, in the form in which they are kept. */
struct frame_rules {
	uintptr_t pc; /* 0: the place is empty; 1: another thread is filling it */
	uintptr_t from;
	uint32_t bytes;
	int32_t cfa_offset;
	uint8_t cfa_register;
	uint8_t is_signed, is_last;
	uint8_t noted;       /* the visitor's */
	uint8_t is_foreign;  /* of struct set_frame */
	int16_t at[N_SAVED]; /* of those that are in the frame: in words from the CFA, below 0 */
	uint16_t caller;   /* whose frame was above the last time: among the rules that are kept */
	int16_t lowest;    /* of these */
	uint16_t in_frame; /* by number in set_saved */
	uint32_t same;     /* by register: what the caller's was */
	uint32_t known;    /* by register: in the frame, or the stack pointer */
};

/* Reads the rules of a frame; pc: an address in its instruction.  Returns 0 or -1. */
int set_read_rules(const struct set_code *code, uintptr_t pc, struct frame_rules *r);

#endif
#endif
