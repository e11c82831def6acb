// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// flags=test stores only what is not set: for threads that share cache lines.
// RUN: %cov{coverage=flags;flags=test} -O2 -S %s -o - | %check %s

// CHECK-LABEL: {{^}}f:
// CHECK: cmpb	$0, [[FLAGS:[._A-Za-z0-9]+]](%rip)
// CHECK: j{{n?}}e
// CHECK: movb	$1, [[FLAGS]](%rip)
void f(void)
{
}
