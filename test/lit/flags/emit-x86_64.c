// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// x86-64: a probe is one instruction, at every level of optimization and in code of a
// library; no call, no label, no register.
// RUN: %cov{coverage=flags} -O0 -fPIE -S %s -o - | %check %s
// RUN: %cov{coverage=flags} -O2 -fPIE -S %s -o - | %check %s
// RUN: %cov{coverage=flags} -O2 -fPIC -S %s -o - | %check %s
void yes(void);
volatile int v;

// CHECK-LABEL: {{^}}f:
// CHECK-NOT: call
// CHECK: movb	$1, [[FLAGS:[._A-Za-z0-9]+]](%rip)
// CHECK-NOT: {{^}}{{.Lanycov[0-9]*:}}
// CHECK-DAG: movb	$1, {{1[+][._A-Za-z0-9]+|[._A-Za-z0-9]+[+]1}}(%rip)
// CHECK-DAG: movb	$1, {{2[+][._A-Za-z0-9]+|[._A-Za-z0-9]+[+]2}}(%rip)
// CHECK: .size	f
void f(int a)
{
	v = 5;
	if (a == 0x12345678)
		yes();
	v = 6;
}
