/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#define PER_CPU_VAR(name) name
