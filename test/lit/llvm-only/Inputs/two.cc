// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The other half of the program of one.cc.
#include "unit.h"

int other(int n)
{
	Shape s;
	Shape *p = &s;

	s.side = n;
	return p->area(n) + squeeze(n * 3) + twice(n) + larger(n, 4);
}

int may_throw(int n)
{
	if (n == 2)
		throw n;
	return larger(n, 7);
}

int unused_there(int a)
{
	return a ? squeeze(a) : 1;
}
