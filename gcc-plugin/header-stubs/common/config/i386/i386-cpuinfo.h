/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * GCC 10's i386.h includes this header, which GCC 10 does not install.  i386.h
 * needs the type to be known; nothing that a plugin uses is of it.
 */
enum feature_priority { ANYCOV_NO_PRIORITY };
