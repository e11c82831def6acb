/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Empty hooks and a start, so that objects of any target link to an image. */
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind) \
	__attribute__((noinline)) void symbol(void); \
	void symbol(void) { __asm__ volatile(""); }
#include "anycov/hooks.def"

int main(void);
void _start(void);
void _start(void)
{
	main();
}
