// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A client that defines the variable of stack-depth in an instrumented unit: it starts at all ones, as
// with clang's own pass, whatever the source gives it, and so does that of each thread.
// REQUIRES: native
// RUN: %cov{coverage=stack-depth} -O0 -c %s -o %t.o && %cc -w %t.o -o %t -lpthread && %t
// RUN: %cov{coverage=stack-depth} -O2 -c %s -o %t.o && %cc -w %t.o -o %t -lpthread && %t
// RUN: %cov{coverage=trace-pc} -O2 -DZERO -c %s -o %t.o && %objdump -t %t.o | %check %s
// RUN: echo '__thread unsigned long __sancov_lowest_stack; int f(void) { return 0; }' >%t.c
// RUN: %cov{coverage=stack-depth} -O2 -c %t.c -o %t.o && %objdump -t %t.o | grep -E '[.]tdata.*__sancov_lowest_stack'
// CHECK: .tbss{{.*}}__sancov_lowest_stack
#include <pthread.h>
#include <stdint.h>

__thread uintptr_t __sancov_lowest_stack;
static uintptr_t before;

__attribute__((no_instrument_function, noinline)) static void *look(void *arg)
{
	(void)arg;
	return (void *)__sancov_lowest_stack;
}

int f(int x)
{
	return look(0) != (void *)before + x;
}

#ifndef ZERO
int main(void)
{
	void *in_thread;
	pthread_t t;

	before = (uintptr_t)look(0);
	if (pthread_create(&t, 0, look, 0) || pthread_join(t, &in_thread))
		return 2;
	/* main() has set its own; a leaf function none. */
	return before == 0 || in_thread != (void *)UINTPTR_MAX;
}
#endif
