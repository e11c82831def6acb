// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=late: of arms that do the same each has its own lines.  The optimizer would make one block of
// them, with the lines of one that may not be executed.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -Os -g -w %s -o s %link
// RUN: %anycov run -o s.dump ./s
// RUN: %anycov report --image s --lcov s.info s.dump && %check %s < s.info
// RUN: %cov{coverage=trace-pc} -O2 -g -w %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump && %check %s < t.info
static volatile int failures;

__attribute__((noinline)) void fail(int n)
{
	failures += n;
}

__attribute__((noinline)) int other(void)
{
	return failures;
}

__attribute__((noinline)) int check(int a, int b)
{
	if (a == 1) {
// CHECK-NOT: DA:[[@LINE+1]],1
		fail(1);
		return 3;
	}
	if (b == 2) {
// CHECK-NOT: DA:[[@LINE+1]],1
		fail(1);
		return 3;
	}
	if (b == 5) {
		fail(1);
		return 3;
	}
	return other();
}

__attribute__((optimize("O2"), noinline)) int with_attribute(int a, int b)
{
	if (a == 1) {
// CHECK-NOT: DA:[[@LINE+1]],1
		fail(1);
		return 3;
	}
	if (b == 5) {
		fail(1);
		return 3;
	}
	return other();
}

int main(int argc, char **argv)
{
// CHECK: DA:[[@LINE+1]],1
	return check(0, 4 + argc) + with_attribute(0, 4 + argc) == 6 ? 0 : 1;
}
