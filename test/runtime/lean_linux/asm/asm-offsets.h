/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Empty: offsets.h has what is used. */
