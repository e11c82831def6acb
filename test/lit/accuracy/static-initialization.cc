// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The compiler's function that initializes static objects has, with GCC, the line where the last
// function ends, which was not executed.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov++{coverage=trace-pc} -O0 -g %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump && %check %s < t.info
struct counter {
	counter();
	int n;
};

// CHECK-DAG: DA:[[@LINE+3]],1
counter::counter()
{
	n = 1;
}

static counter first;

int main(void)
{
	return first.n - 1;
}

// CHECK-DAG: DA:[[@LINE+3]],0
int never(int x)
{
	return x + first.n;
	// CHECK-NOT: DA:[[@LINE+1]],1
}
