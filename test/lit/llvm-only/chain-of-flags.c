// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: conditions that imply each other leave a chain of blocks with a flag each. Codegen
// copied the rest of the chain into each of them, n * n stores, and spent its time on merging
// these again (28 s for 600 conditions); here that is off.
// REQUIRES: x86_64
// RUN: %cov{coverage=edge,flags;place=early;prune=lossless} -O2 -mllvm -enable-tail-merge=0 \
// RUN:   -S %s -o %t.s
// RUN: grep -c 'movb.*sancov_gen' %t.s | %check %s
// CHECK: {{^[0-9][0-9]?$}}

#define IF(n) \
	if (a > n && g[n]) \
		s += h(n);
#define IF4(n) IF(n) IF(n + 1) IF(n + 2) IF(n + 3)

extern int g[32];
int h(int);

int f(int a)
{
	int s = 0;

	IF4(1) IF4(5) IF4(9) IF4(13) IF4(17) IF4(21)
	return s;
}
