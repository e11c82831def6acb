// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early at -O2: the lines are gcov's at -O0.  The parsers would merge conditions and drop
// the static function that nothing calls; C++'s own members are in neither report.  An operand
// of a condition is placed where it begins, also for gcov: it has a plugin that ignores all else.
// REQUIRES: gcov
// RUN: rm -rf %t.dir && mkdir %t.dir && cp %s %t.dir/lines.cc && cd %t.dir
// RUN: echo "src:*" > ignored
// RUN: %cov++{coverage=flags;place=early;ignorelist=ignored} -O0 -w --coverage lines.cc -o gcov && ./gcov > out
// RUN: %cov++{coverage=trace-pc;prune=lossless;place=early} -O2 -g -w lines.cc -o early %link
// RUN: %anycov run -o early.dump ./early > out && %anycov report --complete --image early early.dump --lcov early.info > out
// RUN: %lines early.info lines.cc 8
// RUN: %check %s < early.info
// CHECK-NOT: FN:{{.*}}shapeC2Ev
// CHECK: FN:{{.*}}never
// CHECK-NOT: FN:{{.*}}shapeC2Ev
struct shape {
	virtual ~shape()
	{
	}
	virtual int area() const
	{
		return 0;
	}
};

struct square : shape {
	int side;
	explicit square(int n) : side(n)
	{
	}
	int area() const override
	{
		return side * side;
	}
	bool is_small() const
	{
		return side == 1
			|| side == 2
			|| side == 3;
	}
};

static int never(int a)
{
	if (a == 3 ||
	    a == 4)
		return 1;
	return 2;
}

template <class T> static bool is_blank(T c)
{
	return c == ' '
		|| c == '\t'
		|| c == '\n';
}

int main(int argc, char **)
{
	auto is_vowel = [](int c) {
		return c == 'a'
			|| c == 'e'
			|| c == 'i';
	};
	square s(argc);
	shape *p = &s;

	if (argc == 5
	    || argc == 6)
		return 1;
	return !(p->area() == 1 && s.is_small() && !is_blank('x') && is_vowel('e'));
}
