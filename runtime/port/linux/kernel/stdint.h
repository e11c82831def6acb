/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For headers that are not the kernel's; see anycov_linux.h. */
#include <linux/types.h>
