/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * C++: inline functions and templates in comdat groups, some of which the linker
 * drops, virtual functions, constructors under two names, exceptions if there are.
 * SECOND is the other of two units that share their comdat functions.
 */
extern "C" int printf(const char *, ...);

template <class T> inline T clamp(T x, T low, T high)
{
	if (x < low)
		return low;
	if (x > high)
		return high;
	return x;
}

struct shape {
	int size;
	explicit shape(int s) : size(s)
	{
		if (s < 0)
			size = 0;
	}
	virtual ~shape()
	{
	}
	virtual int area() const
	{
		return size ? size * size : -1;
	}
};

struct circle : shape {
	explicit circle(int s) : shape(s)
	{
	}
	int area() const override
	{
		return size > 10 ? 3 * size * size : shape::area();
	}
};

inline int unused_inline(int x)
{
	if (x == 3)
		return clamp<long>(x, 1, 2);
	return x;
}

#ifdef SECOND
int second(int x)
{
	shape a(x);
	const shape &b = circle(x);

	return clamp(x, 0, 9) + a.area() + b.area();
}

int never_called(int x)
{
	return unused_inline(x) + second(x);
}
#else
int second(int x);

static int risky(int x)
{
#ifdef __cpp_exceptions
	try {
		if (x == 2)
			throw 5;
		return x;
	} catch (int e) {
		return clamp(e, 0, 3);
	}
#else
	return x;
#endif
}

int main(int argc, char **)
{
	const shape &s = circle(12 * argc);

	printf("%d\n", clamp(argc, 2, 4) + s.area() + second(argc) + risky(argc + 1));
	return 0;
}
#endif
