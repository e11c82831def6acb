/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Included before anycov_port.h: a host that runs as either of two cores (cores_test.c). */
#ifndef TWO_CORES_H
#define TWO_CORES_H

extern unsigned test_core;
#define ANYCOV_PORT_CORE_ID() test_core

/* How often interrupts are masked; when they are not any more, a task may move to another core. */
extern unsigned test_masks;
void test_unmasked(void);
#define TEST_MASK(s) ((s) = test_masks++)
#define TEST_UNMASK(s)                                                                             \
	do {                                                                                       \
		test_masks = (unsigned)(s);                                                        \
		if (!test_masks)                                                                   \
			test_unmasked();                                                           \
	} while (0)
#define ANYCOV_CORE_MASK(s) TEST_MASK(s)
#define ANYCOV_CORE_UNMASK(s) TEST_UNMASK(s)
#ifdef TEST_IRQMASK /* a processor without atomic instructions */
#define ANYCOV_IRQ_SAVE(s) TEST_MASK(s)
#define ANYCOV_IRQ_RESTORE(s) TEST_UNMASK(s)
#endif

#endif
