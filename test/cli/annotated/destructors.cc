/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The way out of a scope with destructors is no branch of the source. */
// flags: -fno-exceptions
// arguments: 3
#include <cstdlib>

struct D {
	int *n;
	explicit D(int *n) noexcept : n(n) {} // +
	~D() { ++*n; } // +
};

static int leave(int n, int *count) // +
{
	for (int i = 0; i < n; i++) { // + [+-]
		D d{ count }; // +
		if (i == 0) // + [++]
			continue; // +
		if (i == 1) { // + [++]
			D e{ count }; // +
			if (n > 100) // + [+-]
				break; // -
		} // +
		if (i == 2) // + [++]
			return 7; // +
	} // +
	return 1; // -
} // clang: +

static int chosen(int c) // +
{
	switch (c ? 1 : 2) { // + [+-] gcc: [+-]
	case 1: // gcc: +
		return 3; // +
	default: // gcc: -
		return 4; // -
	}
} // clang: +

int main(int argc, char **argv) // +
{
	int n = atoi(argv[argc - 1]), count = 0; // +
	return leave(n, &count) + chosen(n) + count > 100; // +
}
