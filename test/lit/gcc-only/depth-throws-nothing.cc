// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The code of stack-depth throws nothing: a function without calls of its own gets no exit by
// exceptions, and so no personality.
// REQUIRES: cxx
// RUN: %cov{coverage=stack-depth,trace-pc-entry-exit} -x c++ -Os -S %s -o - | %check %s
struct s {
	~s();
};

// CHECK: {{^}}_ZN1sD2Ev:
// CHECK-NOT: personality
s::~s()
{
	__asm__ volatile("" : : : "memory");
}
