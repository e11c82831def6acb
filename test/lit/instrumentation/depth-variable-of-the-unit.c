// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A unit that declares the variable of stack-depth without __thread: it is thread-local all the
// same, because the runtime's is.
// REQUIRES: native
// RUN: %cov{coverage=stack-depth} -O1 -fPIC -c %s -o %t.o
// RUN: %objdump -dr %t.o | %check %s
#include <stdint.h>

extern uintptr_t __sancov_lowest_stack;
int g(int);

// CHECK: GOTTPOFF{{.*}}__sancov_lowest_stack
// CHECK-NOT: GOTPCREL{{.*}}__sancov_lowest_stack
int f(int x)
{
	return g(x) + 1;
}

uintptr_t lowest(void)
{
	return __sancov_lowest_stack;
}
