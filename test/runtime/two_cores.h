/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Included before anycov_port.h: a host that runs as either of two cores (cores_test.c). */
#ifndef TWO_CORES_H
#define TWO_CORES_H

extern unsigned test_core;
#define ANYCOV_PORT_CORE_ID() test_core
#define ANYCOV_CORE_MASK(s) ((s) = 0)
#define ANYCOV_CORE_UNMASK(s) ((void)(s))

#endif
