// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An exception that leaves a function calls its exit hook once, whether or not the
// function has cleanups or handlers of other types.
// REQUIRES: cxx, native, hosted
// RUN: %cov++{coverage=trace-pc-entry-exit} -O0 %s -o %t && %run %t | %check-lines %s
// RUN: %cov++{coverage=trace-pc-entry-exit} -O2 %s -o %t && %run %t | %check-lines %s
// RUN: %cov++{coverage=trace-pc-entry-exit,trace-pc-guard,pc-table;drop-ctors;gated-trace-callbacks} -Os -g %s -o %t && %run %t | %check-lines %s
#include <stdint.h>
#include <stdio.h>

#define BARE __attribute__((no_sanitize("coverage")))
#define KEPT __attribute__((noinline))

extern "C" {
__attribute__((visibility("hidden"))) uint64_t __sancov_should_track = 1;
BARE void __sanitizer_cov_trace_pc_entry(void) { putchar('('); }
BARE void __sanitizer_cov_trace_pc_exit(void) { putchar(')'); }
BARE void __sanitizer_cov_trace_pc_guard(uint32_t *) {}
}

struct noted {
	BARE ~noted() { putchar('~'); }
};

BARE KEPT void raise(int a)
{
	if (a == 1)
		throw 1;
	if (a == 2)
		throw 2.0;
}

KEPT int plain(int a)
{
	raise(a);
	return 3;
}

KEPT int deep(int a)
{
	return plain(a) + 1;
}

KEPT int tail(int a)
{
	return plain(a);
}

KEPT int cleanup(int a)
{
	noted n;

	raise(a);
	raise(a + 10);
	return 4;
}

KEPT int selective(int a)
{
	try {
		raise(a);
	} catch (int) {
		putchar('i');
		return 1;
	}
	return 2;
}

KEPT int again(int a)
{
	try {
		try {
			raise(a);
		} catch (double) {
			throw;
		}
	} catch (int) {
		putchar('i');
	}
	return 2;
}

KEPT int loop(int a)
{
	for (int i = 0; i < 3; i++)
		raise(i == 2 ? a : 0);
	return 0;
}

KEPT int thrower(int a)
{
	if (a)
		throw a;
	return 0;
}

KEPT int silent(int a) noexcept
{
	try {
		raise(a);
	} catch (...) {
		putchar('a');
	}
	return 2;
}

BARE void try_all(int (*f)(int))
{
	for (int a = 0; a < 3; a++) {
		try {
			f(a);
		} catch (...) {
			putchar('!');
		}
		putchar(a < 2 ? ' ' : '\n');
	}
}

BARE int main()
{
	// CHECK: () ()! ()!
	try_all(plain);
	// CHECK-NEXT: (()) (())! (())!
	try_all(deep);
	// CHECK-NEXT: (()) (())! (())!
	try_all(tail);
	// CHECK-NEXT: (~) (~)! (~)!
	try_all(cleanup);
	// CHECK-NEXT: () (i) ()!
	try_all(selective);
	// CHECK-NEXT: () (i) ()!
	try_all(again);
	// CHECK-NEXT: () ()! ()!
	try_all(loop);
	// CHECK-NEXT: () ()! ()!
	try_all(thrower);
	// CHECK-NEXT: () (a) (a)
	try_all(silent);
	return 0;
}
