// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The program's exit status is kept, and so are the records of a program that ends
// by a signal.
// RUN: %cov{coverage=trace-pc} -O1 %s -o %t %link
// RUN: not %anycov run -o %t.dump %t
// RUN: %check-records records %t %t.dump 1
// RUN: not %anycov run -o %t.dump %t abort
// RUN: %check-records records %t %t.dump 1
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		abort();
	return 3;
}
