/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* GNU C: functions within functions, and statements as expressions. */
// compilers: gcc
// arguments: 3
#include <stdlib.h>

#define MAX(a, b)                                                                                  \
	({                                                                                         \
		__typeof__(a) x = (a), y = (b);                                                    \
		x > y ? x : y;                                                                     \
	})

static int each(const int *v, int n, int (*f)(int)) // +
{
	int sum = 0; // +

	for (int i = 0; i < n; i++) // + [++]
		sum += f(v[i]); // +
	return sum; // +
}

static int outer(const int *v, int n, int limit) // +
{
	int over = 0; // +

	int inner(int x) // +
	{
		if (x > limit) { // + [++]
			over++; // +
			return limit; // +
		}
		if (x < -100) // + [+-]
			return 0; // -
		return x; // +
	}
	int idle(int x) // -
	{
		return x + limit; // -
	}

	if (n > 50) // + [+-]
		return each(v, n, idle); // -
	return each(v, n, inner) + over; // +
}

int main(int argc, char **argv) // +
{
	int v[] = { atoi(argv[argc - 1]), 20, 1 }; // +
	int n = outer(v, 3, 10); // +

	n = MAX(n, 5); // +
	n += ({ // +
		int z = n; // +
		if (z > 1000) // + [+-]
			z = 0; // -
		z; // +
	});
	return n > 0 ? 0 : 1; // +
}
