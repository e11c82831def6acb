/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For headers that do not come from the kernel; see anycov_linux.h. */
#include <linux/types.h>
