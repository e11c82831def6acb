// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64, version-11
// A site of sites=trap has an instruction of its own only where its block has none: not where it calls
// or stores.
// RUN: %cov{coverage=flags;sites=trap;prune=none} -O2 -c %s -o %t.o && %objdump -d %t.o | %check %s

void g(void);

// CHECK: <calls>:
// CHECK: {{jn?e}}
// CHECK-NOT: nop
// CHECK: call
int calls(int n)
{
	if (n) {
		g();
		n++;
	}
	return n;
}

extern int x;

// CHECK: <stores>:
// CHECK: {{j[lg]e?}}
// CHECK-NOT: nop
// CHECK: mov{{l?}}
int stores(int n)
{
	if (n > 2)
		x = n;
	return 1;
}
