// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Two units have equal static functions: each has flags of its own.
// RUN: %cov{coverage=flags} -O2 -c %s -o %t.1.o && %cov{coverage=flags} -O2 -DSECOND -c %s -o %t.2.o
// RUN: %cc %t.1.o %t.2.o -o %t && %anycov sites %t | %check %s

// CHECK-COUNT-2: flag {{.*}} same
// CHECK-NOT: same
// What follows a call has a flag of its own where it has a line: with GCC also without -g.
// GCC: 6 probes, 6 with a record in the map
// CLANG: 4 probes, 4 with a record in the map
extern volatile int v;

__attribute__((noinline)) static void same(void)
{
	v = 1;
}

#ifdef SECOND
void second(void)
{
	same();
}
#else
void second(void);
volatile int v;

int main(void)
{
	same();
	second();
	return 0;
}
#endif
