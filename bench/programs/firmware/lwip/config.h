/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* lwIP's tests include the file of this name that check's build system makes. */
