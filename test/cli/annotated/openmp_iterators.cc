/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* OpenMP's loops over iterators: the last line of a loop is covered if it was executed. */
// compilers: gcc
// flags: -fopenmp -fno-exceptions
// needs: omp.h
#include <cstdio>
#include <vector>

static int each(std::vector<int> &v) // +
{
	int n = 0; // +

#pragma omp parallel for reduction(+ : n) // +
	for (int x : v) // +
		n += x; // -
	return n; // +
}

static int skips(std::vector<int> &v) // +
{
	int n = 0; // +

#pragma omp parallel for reduction(+ : n) // +
	for (auto i = v.begin(); i < v.end(); ++i) { // +
		if (*i < 3) // + [+-]
			continue; // +
		n += *i; // -
	}
	return n; // +
}

static int pairs(std::vector<int> &v) // +
{
	int n = 0; // +

#pragma omp parallel for collapse(2) reduction(+ : n) // +
	for (auto i = v.begin(); i < v.end(); ++i) // +
		for (auto j = v.begin(); j < v.end(); ++j) { // +
			if (*i < 3) // + [+-]
				continue; // +
			n += *j; // -
		}
	return n; // +
}

int main() // +
{
	std::vector<int> none, one(2, 1); // +
	int n = each(none) + skips(one) + pairs(one); // +

	printf("%d\n", n); // +
	return 0; // +
} // +
