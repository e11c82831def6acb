/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Copies of a function for several processors are one function. */
// compilers: gcc
// needs: x86intrin.h
// arguments: 3
#include <stdlib.h>

__attribute__((target_clones("default", "avx2"))) int sum(const int *v, int n) // +
{
	int all = 0; // +

	if (n > 50) // + [+-]
		return 0; // -
	for (int i = 0; i < n; i++) // + [++]
		all += v[i]; // +
	return all; // +
}

__attribute__((target_clones("default", "avx2"))) int idle(const int *v, int n) // -
{
	return n ? v[0] : 0; // - [--]
}

int main(int argc, char **argv) // +
{
	int v[] = { atoi(argv[argc - 1]), 2, 3 }; // +

	if (argc > 9) // + [+-]
		return idle(v, 3); // -
	return sum(v, 3) == 8 ? 0 : 1; // +
}
