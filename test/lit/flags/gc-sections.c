// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// --gc-sections drops the flags of a function with it; where a linker keeps flags because the
// bounds of their section are named, the map still shows that the function is gone.
// (GCC before 11 does not tie the flags to the code: the linker keeps all of an object.)
// REQUIRES: clang || version-11
// RUN: %cov{coverage=flags} -O2 -ffunction-sections -c %s -o %t.o
// RUN: %cc %t.o -Wl,--gc-sections -o %t && %anycov sites %t | %check %s && %objdump -th %t | %check{FEW} %s
// RUN: %cc %t.o -DBOUNDS %s -Wl,--gc-sections -o %t && %anycov sites %t | %check %s && %objdump -t %t | %check{SYMBOLS} %s
// CHECK-NOT: unused
// CHECK: flag {{.*}} main
// CHECK: 3 probes, 3 with a record in the map
// FEW: __anycov_flags {{0*}}3
// FEW-NOT: unused
// SYMBOLS-NOT: unused
#ifdef BOUNDS
extern char __start___anycov_flags[] __attribute__((visibility("hidden")));
__attribute__((constructor)) static void clear(void)
{
	__start___anycov_flags[0] = 0;
}
#else
volatile int v;

int unused(int x)
{
	if (x)
		v = 1;
	return v;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		v = 2;
	return v;
}
#endif
