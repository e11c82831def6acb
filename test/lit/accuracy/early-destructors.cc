// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: a destructor with an empty body has code of its own at every level, although it only
// calls that of the base class.  A constructor and a destructor are one function in the report, for
// whole objects, base classes and delete, and what C++ adds is not.
// REQUIRES: run, cxx, gcc || version-14
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov++{coverage=trace-pc;place=early} -O0 -g %s -o at0 %link
// RUN: %cov++{coverage=trace-pc;place=early} -O2 -g %s -o at2 %link
// RUN: %anycov run -o at0.dump ./at0
// RUN: %anycov run -o at2.dump ./at2
// RUN: %anycov report --complete --image at0 at0.dump --lcov at0.info > out
// RUN: %anycov report --complete --image at2 at2.dump --lcov at2.info > out
// RUN: grep FNDA: at0.info > at0.functions
// RUN: grep FNDA: at2.info > at2.functions
// RUN: diff at0.functions at2.functions
// RUN: sort at2.functions | %check %s
// CHECK: FNDA:1,_Z4makev
// CHECK-NEXT: FNDA:1,_ZN6headerD0Ev
// CHECK-NEXT: FNDA:1,_ZN7derivedC2Ev
// CHECK-NEXT: FNDA:1,main
// CHECK-NEXT: FNDA:2,_ZN5emptyC2Ev
// CHECK-NEXT: FNDA:2,_ZN5emptyD0Ev
// CHECK-NEXT: FNDA:3,_ZN4baseC2Ei
// CHECK-NEXT: FNDA:3,_ZN4baseC2Ev
// CHECK-NEXT: FNDA:3,_ZN4baseD0Ev
// CHECK-NOT: FNDA
struct base {
	int number;
	base();
	explicit base(int n);
	virtual ~base();
};

base::base(int n) : number(n)
{
}

base::base() : base(3)
{
}

base::~base()
{
	number = 0;
}

struct empty : base {
	empty();
	~empty();
};

empty::empty()
{
}

empty::~empty()
{
}

struct header : base {
	~header()
	{
	}
};

struct derived : empty {
	derived()
	{
	}
};

__attribute__((noinline)) int make()
{
	header h;
	empty e;
	derived d;

	return h.number + e.number + d.number;
}

int main()
{
	return make() == 9 ? 0 : 1;
}
