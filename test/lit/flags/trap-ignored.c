// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// Where the places of traps cannot be recorded, a note says why, and code sets the flags.
// RUN: %cov{coverage=flags;sites=trap;map=kernel} -O2 -c %s -o %t.o 2>%t.err
// RUN: grep -E 'sites=trap is ignored: (only map=code|this compiler cannot tie|clang would put a nop).*the code stores the flags' %t.err
// RUN: %objdump -dr %t.o | %check %s

// CHECK: <f>:
// CHECK: movb
void f(void)
{
}
