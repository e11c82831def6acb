// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: naked
// What gets no hooks gets no flags: naked functions, attributes.
// RUN: %cov{coverage=flags} -O2 -c %s -o %t.o && %anycov sites %t.o | %check %s

// CHECK-NOT: naked
// CHECK-NOT: left
// CHECK: flag {{.*}} f
// CHECK: 1 probe,
__attribute__((naked)) void naked(void)
{
	__asm__ volatile("nop");
}

__attribute__((no_sanitize("coverage"))) void left(void)
{
}

void f(void)
{
}
