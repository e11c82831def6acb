// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang
// LLVM's verifier finds the module whole after the pass.  As bitcode: the text that
// LLVM 14 writes for AVR's block addresses is refused by its own reader.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -emit-llvm -c %s -o %t.bc
// RUN: %bindir/opt -passes=verify -disable-output %t.bc
// RUN: %cov{coverage=trace-pc,trace-cmp} -g -O2 -emit-llvm -c %s -o %t.bc
// RUN: %bindir/opt -passes=verify -disable-output %t.bc

int g(int);

int f(int n, unsigned char *p)
{
	static void *const labels[] = { &&one, &&two };
	int sum = 0;

	for (int i = 0; i < n; i++) {
		switch (p[i]) {
		case 1 ... 9:
			sum += g(i);
			break;
		case 200:
			goto *labels[sum & 1];
		}
	}
one:
	if (sum > 3)
		__builtin_trap();
two:
	return sum;
}
