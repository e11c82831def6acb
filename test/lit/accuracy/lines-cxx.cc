// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: C++ with inline functions, templates, classes.
// Constructors that the compiler makes are at the line of their class: of clang's, anycov shows
// them, because they are code with probes; gcov leaves them out.
// REQUIRES: gcov, cxx
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov++{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cxx -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines --except-clang=49,59 ours.info %s
#include <cstdio>

template <class T> static T largest(const T *v, int n)
{
	T m = v[0];

	for (int i = 1; i < n; i++)
		if (v[i] > m)
			m = v[i];
	return m;
}

struct stack {
	int depth = 0;
	int values[8];

	bool push(int x)
	{
		if (depth == 8)
			return false;
		values[depth++] = x;
		return true;
	}
	int pop()
	{
		if (!depth)
			return -1;
		return values[--depth];
	}
	~stack()
	{
		if (depth)
			std::puts("left");
	}
};

struct base {
	virtual int id() const
	{
		return 1;
	}
	virtual ~base()
	{
	}
};

struct derived : base {
	int id() const override
	{
		return 2;
	}
};

int main()
{
	static const int v[] = { 3, 9, 4 };
	static const double w[] = { 3.5, 1.5 };
	derived d;
	const base &b = d;
	stack s;

	for (int x : v)
		s.push(x);
	auto twice = [](int x) {
		if (x > 100)
			return 0;
		return 2 * x;
	};
	std::printf("%d %g %d %d %d\n", largest(v, 3), largest(w, 2), s.pop(), b.id(), twice(4));
	return 0;
}
