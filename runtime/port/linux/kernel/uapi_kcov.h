/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Replaces anycov/kcov.h: names and values of the kernel's own header. */
#ifndef ANYCOV_KCOV_H
#define ANYCOV_KCOV_H

#include <uapi/linux/kcov.h>

#endif
