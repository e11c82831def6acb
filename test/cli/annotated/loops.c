/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Jumps out of and within loops: every outcome is known. */
// arguments: 5 0 0
#include <stdlib.h>

int f(int n, int c, int e) // +
{
	do { // clang: +
		if (n) // + [+-]
			n = 0; // +
		else if (c) // - [--]
			break; // -
		else if (e) // - [--]
			continue; // -
	} while (n > 9); // + [+-]
	return n; // +
}

int main(int argc, char **argv) // +
{
	int n = atoi(argv[1]); // +

	for (int i = 0; i < 3; i++) { // + [++]
		if (i == 1) // + [++]
			continue; // +
		n += i; // +
		if (n > 100) // + [+-]
			break; // -
	} // clang: +
	return f(n, atoi(argv[2]), atoi(argv[argc - 1])); // +
}
