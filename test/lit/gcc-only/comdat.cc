// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An inline function of two units: the linker keeps one copy, and its records
// with it; those of the other must not make it complain.
// REQUIRES: cxx, native
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 -c %s -o %t.1.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 -DSECOND -c %s -o %t.2.o
// RUN: %cxx %t.1.o %t.2.o -o %t %link
// RUN: %check-records sites %t 4

inline int shared(int a)
{
	return a ? a + 1 : 7;
}

#ifdef SECOND
int second(int a)
{
	return shared(a);
}
#else
int second(int a);

int main(int argc, char **)
{
	return shared(argc) + second(0) == 12345;
}
#endif
