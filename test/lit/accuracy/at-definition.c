// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function is shown at its definition, not at a prototype before or after it, or in a header.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t && echo 'int in_header(int x); int twice(int x); static int local(int x);' > declared.h
// RUN: %cov{coverage=trace-pc} -O0 -g -w -I. %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump && %check %s < t.info
// RUN: %cov{coverage=trace-pc;prune=lossless} -O2 -g -w -I. %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump && %check %s < t.info
#include "declared.h"
int later(int x);

// CHECK-NOT: SF:{{.*}}declared.h
// CHECK-DAG: FN:[[@LINE+1]],in_header
__attribute__((noinline)) int in_header(int x)
{
	return x + 1;
}

// CHECK-DAG: FN:[[@LINE+1]],later
__attribute__((noinline)) int later(int x)
{
	return x + 2;
}
int later(int x);
extern int later(int);

// CHECK-DAG: FN:[[@LINE+1]],twice
__attribute__((noinline)) int twice(int x)
{
	return x + 3;
}
#include "declared.h"

static volatile int zero; /* so that no call of local() is evaluated at compile time */

// CHECK-DAG: FN:[[@LINE+1]],local
__attribute__((noinline)) static int local(int x)
{
	return x + 4 + zero;
}

// CHECK-DAG: FN:[[@LINE+1]],main
int main(void)
{
	return in_header(1) + later(1) + twice(1) + local(1) == 14 ? 0 : 1;
}
