// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A block that contains nothing but "unreachable" is no code to cover: reports do not
// list its line.  A line that is only a jump ("break;") is one.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o %t %link && %anycov run -o %t.dump %t
// RUN: %anycov report --image %t --lcov - %t.dump | %check %s
// RUN: %cov{coverage=trace-pc;prune=lossless} -O0 -g %s -o %t %link && %anycov run -o %t.dump %t
// RUN: %anycov report --complete --image %t --lcov - %t.dump | %check %s
// RUN: %cov{coverage=trace-pc;prune=lossless} -O2 -g %s -o %t %link && %anycov run -o %t.dump %t
// RUN: %anycov report --complete --image %t --lcov - %t.dump | %check{OPT} %s
volatile int v = 1;

static void never(void)
{
	__builtin_unreachable();
}

// CHECK-NOT: never
// OPT-NOT: never
// CHECK: FNDA:1,main
int main(void)
{
	// CHECK: DA:[[@LINE+2]],1
	// OPT: DA:[[@LINE+1]],1
	if (v > 1)
		// CHECK-NOT: DA:[[@LINE+2]],
		// OPT-NOT: DA:[[@LINE+1]],
		__builtin_unreachable();
	for (;;) {
		// CHECK: DA:[[@LINE+1]],1
		if (v)
			// CHECK: DA:[[@LINE+1]],1
			break;
		// CHECK: DA:[[@LINE+1]],0
		never();
	}
	switch (v) {
	case 2:
		// CHECK-NOT: DA:[[@LINE+2]],
		// OPT-NOT: DA:[[@LINE+1]],
		__builtin_unreachable();
	default:
		// CHECK: DA:[[@LINE+2]],1
		// OPT: DA:[[@LINE+1]],1
		v = 3;
	}
	return 0;
}
