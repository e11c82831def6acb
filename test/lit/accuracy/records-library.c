// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Records of a shared library are return addresses in the library.
// RUN: %cov{coverage=trace-pc} -O2 -fPIC -shared -Dmain=library_main %inputs/shapes.c -o %t.so
// RUN: %cc -O1 %s %t.so -o %t -Wl,-rpath,/ %link -rdynamic
// RUN: %anycov run -o %t.dump %t && %check-records records %t.so %t.dump 50
int library_main(void);

int main(void)
{
	return library_main();
}
