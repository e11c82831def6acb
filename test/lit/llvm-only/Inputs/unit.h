// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
struct Shape {
	int side;
	virtual ~Shape();
	virtual int area(int);
};

inline int squeeze(int a)
{
	switch (a) {
	case 1:
		return 3;
	case 9:
		return 4;
	case 77:
		return 8;
	case 1000:
		return 11;
	}
	return a > 5 ? a : -a;
}

static int twice(int a)
{
	if (a & 4)
		return 3;
	return a * 2;
}

template <class T> T larger(T a, T b)
{
	return a < b ? b : a;
}

int other(int);
int may_throw(int);
