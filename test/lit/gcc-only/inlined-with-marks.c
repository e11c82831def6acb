// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64, version-11
// place=early: GCC's inliner does not take all marks for instructions: it inlines a function of many blocks as
// without coverage.  With -Os it takes them all, and does not.
// RUN: %cc -O2 -S %s -o - | %check{INLINED} %s
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O2 -S %s -o - | %check{INLINED} %s
// RUN: %cov{coverage=flags;place=early;prune=lossless} -Os -S %s -o - | %check{CALLED} %s

// INLINED-NOT: {{(call|jmp)[[:space:]]+pick}}
// CALLED: {{(call|jmp)[[:space:]]+pick}}
static int pick(int x)
{
	if (x == 0)
		return 0;
	if (x == 7)
		return 4;
	if (x == 14)
		return 8;
	if (x == 21)
		return 1;
	if (x == 28)
		return 5;
	if (x == 35)
		return 9;
	if (x == 42)
		return 2;
	if (x == 49)
		return 6;
	return x;
}
int first(int x)
{
	return pick(x);
}
int second(int x)
{
	return pick(x + 1) + 1;
}
int third(int x)
{
	return pick(x + 2) * 3;
}
