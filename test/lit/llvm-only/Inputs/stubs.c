/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Empty hooks, for programs whose records only count. */
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind) \
	void symbol(void);                           \
	void symbol(void)                            \
	{                                            \
	}
#include "anycov/hooks.def"
