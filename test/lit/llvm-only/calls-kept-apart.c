// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: equal calls stay apart where each may not return; a pure function's always does.
// REQUIRES: native
// RUN: %cov{coverage=edge,flags;place=early;prune=lossless} -O1 -S -emit-llvm %s -o %t.ll && %check %s < %t.ll

// CHECK: call void @any() [[APART:#[0-9]+]]
// CHECK: call i32 @pure({{.*}}) [[RETURNS:#[0-9]+]]
// CHECK: attributes [[APART]] = { nomerge
// CHECK: attributes [[RETURNS]] = { nounwind
int pure(int) __attribute__((pure));
void any(void);

int f(int x)
{
	any();
	return pure(x);
}
