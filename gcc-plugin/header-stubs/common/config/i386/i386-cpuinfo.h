/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* GCC 10's i386.h includes this header, which GCC 10 does not install.  Nothing
 * that a plugin uses comes from it. */
