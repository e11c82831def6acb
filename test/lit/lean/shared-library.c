// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, native
// A shared library calls the lean hook of the program through the PLT, bound when
// it is called first or before.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -g -fPIC -shared -DLIBRARY %s -o %t.so -Wl,-z,lazy
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -g %s %t.so %link -rdynamic -o %t -Wl,-z,lazy
// RUN: %anycov run -o %t.dump %t
// RUN: %anycov report --functions --image %t --image %t.so %t.dump | %check %s
// RUN: %anycov flags --coverage trace-pc --cc %cc --link -- -shared > %t.link && %check{PIC} %s < %t.link
// PIC: libanycov.so

// CHECK-DAG: main {{.*}} 100.0% 
// CHECK-DAG: sum {{.*}} 100.0% 
#ifdef LIBRARY
int sum(int a, int b, int c, int d, int e, int f, double x)
{
	return a + b + c + d + e + f + (int)x;
}
#else
int sum(int a, int b, int c, int d, int e, int f, double x);
int main(void)
{
	return sum(1, 2, 3, 4, 5, 6, 7.5) != 28;
}
#endif
