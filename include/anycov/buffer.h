/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The layout of a coverage buffer, shared by the writers (runtime/) and the readers (cli/,
 * users).  It is the layout of KCOV, as Documentation/dev-tools/kcov.rst of Linux 6.12
 * describes it.
 *
 *   PC mode    word[0] = n, word[1..n] = return addresses of the hook calls.
 *              A word is an unsigned long of the machine that records.
 *   CMP mode   64-bit words on every machine; word[0] = n, record i (from 0)
 *              at words 1 + 4 * i: type, arg1, arg2, return address.
 *
 * The count is written before the record, so that an interrupt that records takes a slot of its
 * own.  Read a buffer after recording has stopped, or from the recording thread.
 */
#ifndef ANYCOV_BUFFER_H
#define ANYCOV_BUFFER_H

#define ANYCOV_BUF_COUNT 0 /* index of the count word */
#define ANYCOV_BUF_FIRST 1 /* index of the first record */
#define ANYCOV_WORDS_PER_CMP 4

/*
 * The type word of a comparison: bit 0 = one argument (arg1) is a compile-time constant, bits 1
 * and 2 = log2 of the operand size in bytes.  Bit 3 is anycov's: the arguments are IEEE floats
 * (hooks cmpf and cmpd); Linux never sets it.
 */
#define ANYCOV_CMP_CONST 1u
#define ANYCOV_CMP_SIZE(log2) ((unsigned int)(log2) << 1)
#define ANYCOV_CMP_MASK 6u
#define ANYCOV_CMP_FLOAT 8u

#endif
