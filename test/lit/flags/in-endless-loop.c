// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A store is made where the code says although nothing reads the flag: before a crash in
// a loop that never ends, and in each turn of one.
// RUN: %cov{coverage=flags} -O2 %s -o %t && not %run %t 2>%t.txt && %check %s < %t.txt
// RUN: %cov{coverage=flags;prune=lossless} -O3 %s -o %t && not %run %t 2>%t.txt && %check %s < %t.txt
#include <signal.h>
#include <unistd.h>

extern volatile unsigned char __start___anycov_flags[] __attribute__((visibility("hidden")));
extern volatile unsigned char __stop___anycov_flags[] __attribute__((visibility("hidden")));

// CHECK: {{^}}++
__attribute__((no_sanitize("coverage"))) static void print(int signal)
{
	(void)signal;
	for (volatile unsigned char *p = __start___anycov_flags; p != __stop___anycov_flags; p++)
		if (*p && write(2, "+", 1) != 1)
			_exit(1);
	_exit(1);
}

int main(int argc, char **argv)
{
	int *p = argc > 5 ? (int *)argv : (void *)0;

	signal(SIGSEGV, print);
	for (int i = 0;; i++)
		if (i == 1000)
			*(volatile int *)p = 1;
}
