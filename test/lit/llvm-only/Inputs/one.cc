// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Half of a C++ program: inline functions, templates, virtual calls, exceptions.
#include <cstdio>
#include "unit.h"

Shape::~Shape()
{
}

int Shape::area(int a)
{
	return a == side ? squeeze(a) : twice(a);
}

int main(int argc, char **)
{
	int r = other(argc) + squeeze(argc) + larger(argc, 2) + larger(2.0, 1.0 * argc);

	try {
		if (argc > 3)
			throw r;
		r += may_throw(argc);
	} catch (int e) {
		r -= e;
	}
	std::printf("%d\n", r);
	return 0;
}

int unused_here(int a)
{
	return a ? squeeze(a) : 1;
}
