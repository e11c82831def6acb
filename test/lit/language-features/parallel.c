// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Units that are compiled at the same time in one folder do not disturb each other:
// every object is the one that a compiler alone makes.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: echo '%cov{coverage=edge,trace-pc-guard,pc-table,trace-cmp} -O2 -c %s -o $1.o' > one
// RUN: sh one alone
// RUN: sh -c 'for i in 1 2 3 4 5 6 7 8; do sh one $i & done; wait'
// RUN: sh -c 'for i in 1 2 3 4 5 6 7 8; do cmp alone.o $i.o || exit 1; done'

int f(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		if (i % 3)
			sum += i > 10 ? i : -i;
	return sum;
}
