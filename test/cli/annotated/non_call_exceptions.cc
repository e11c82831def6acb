/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The inliner takes GCC's volatile asm for one that may throw. */
// compilers: gcc
// branches: no
// flags: -fnon-call-exceptions
// arguments: 5
#include <cstdio>
#include <cstdlib>
struct guard { int *p; ~guard() { ++*p; } }; // +
static int get(int *v, int i) // +
{
	int s = 0; // +
	for (int k = 0; k < i; k++) { // +
		if (v[k] > 100) // +
			s += v[k] / (i - 3); // +
		else
			s -= v[k]; // +
	}
	return s; // +
}
int use(int *v, int n) // +
{
	int c = 0, r = 0; // +
	guard g{ &c }; // +
	try {
		r = get(v, n) + get(v + 1, n - 1); // +
	} catch (int) { // -
		r = -1; // -
	} // -
	return r + c; // +
} // +
int main(int argc, char **argv) // +
{
	int v[5] = { 1, 200, 3, 4, argc }; // +
	printf("%d\n", use(v, atoi(argv[1]))); // +
	return 0; // +
}
