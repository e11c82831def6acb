// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Weak symbols, aliases, and a function chosen by a resolver that runs before anything
// is set up and therefore says that it wants no probes.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w %s -o %t %link && %t
#include <stdlib.h>

__attribute__((weak)) int absent(int);
__attribute__((weak, noinline)) int present(int n)
{
	return n > 1 ? n + 10 : n;
}

int real_one(int n)
{
	return n & 1 ? n : -n;
}
int other_name(int) __attribute__((alias("real_one")));
extern int weak_name(int) __attribute__((weak, alias("real_one")));

static int one(int n)
{
	return n ? n + 1 : 0;
}

__attribute__((no_sanitize("coverage"))) static int (*resolve(void))(int)
{
	return one;
}
int chosen(int) __attribute__((ifunc("resolve")));

int main(int argc, char **argv)
{
	(void)argv;
	if (absent && absent(1))
		abort();
	if (present(argc + 1) != argc + 11 || other_name(argc + 1) != -2 || weak_name(argc) != argc)
		abort();
	return chosen(argc + 4) != argc + 5;
}
