/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Branches are those at -O0, where __builtin_constant_p() is 0: what it leads to has none. */
// arguments: 5
#include <stdio.h>
#include <stdlib.h>

#define SET(v)                                                                                     \
	do {                                                                                       \
		int _o = (v);                                                                      \
		if (__builtin_constant_p(_o)) {                                                    \
			if (_o > 100 && _o < 200)                                                  \
				exit(3);                                                           \
		}                                                                                  \
	} while (0)
#define SIZE(n) (__builtin_constant_p(n) && (n) > 4 ? 8 : (n))
#define ROUND(n) (!__builtin_constant_p(n) || (n) > 4 ? (n) : 7)

int main(int argc, char **argv) // +
{
	int x = atoi(argv[argc - 1]); // +
	int known = __builtin_constant_p(x); // +

	SET(5); // +
	SET(x); // +
	if (x > 3) // + [+-]
		puts("x"); // +
	if (known) // + [+-]
		puts("known"); // -
	printf("%d %d\n", SIZE(x), ROUND(x)); // +
	return 0; // +
}
