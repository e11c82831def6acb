/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Whether a call throws is no branch of the source; which handler catches is one. */
#include <cstdio>
#include <stdexcept>
#include <string>

static bool is_odd(int n) // +
{
	if (n > 9) // + [++]
		throw std::runtime_error("large"); // +
	return n & 1; // +
} // clang: -

struct Guard {
	int *n;
	~Guard() { ++*n; } // +
};

static int sum(int n, int *ends) // +
{
	Guard guard{ ends }; // +
	std::string s = "a"; // +

	s += std::to_string(n); // +
	if (n > 0 && is_odd(n)) // + [++][+-] gcc: [+-]
		s += "odd"; // -
	if (n < 0) // + [+-]
		throw n; // -
	return (int)s.size(); // +
} // +

int main() // +
{
	int ends = 0, all = 0; // +

	for (int n = 0; n < 12; n += 2) // + [++]
		try {
			all += sum(n, &ends); // +
		} catch (const std::runtime_error &) { // + [+-]
			all += 100; // +
		} // +
	std::printf("%d %d\n", all, ends); // +
	return 0; // +
} // clang: +
