// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// With -flto the hooks come when code is made, at the link: once, none lost,
// whether the objects were compiled with the plugin or not.
// REQUIRES: lto, native
// RUN: %cc -O2 -flto -c %s -o %t.bare.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -flto -c %s -o %t.both.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -flto %t.bare.o -o %t.bare %link
// RUN: %check-records sites %t.bare 8
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -flto %t.both.o -o %t.both %link
// RUN: %check-records sites %t.both 8
// RUN: %anycov sites --json %t.bare > %t.bare.json
// RUN: %anycov sites --json %t.both > %t.both.json
// RUN: sed s/%basename_t.tmp.bare/X/g %t.bare.json > %t.1; sed s/%basename_t.tmp.both/X/g %t.both.json > %t.2
// RUN: cmp %t.1 %t.2
#include <stdio.h>

int main(int argc, char **argv)
{
	if (argc > 3)
		puts(argv[0]);
	switch (argc) {
	case 7:
		puts("seven");
		break;
	case 900:
		puts("many");
		break;
	}
	return argc == 2;
}
