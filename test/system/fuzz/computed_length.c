/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#define LENGTH
#include "computed.c"
