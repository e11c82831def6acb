// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// clang's code generator does not show the pass which instruction follows, so a trap would need a nop of
// its own: code sets the flags instead, and a note says so once.
// RUN: %cov{coverage=flags;sites=trap} -O2 -c %s -o %t.o 2>%t.err
// RUN: grep -c 'sites=trap is ignored: clang would put a nop at each site, which costs as much as a store; the code stores the flags' %t.err | grep -x 1
// RUN: %objdump -dr %t.o | %check %s

// CHECK: <f>:
// CHECK: movb
void f(void)
{
}

// CHECK: <g>:
// CHECK: movb
void g(void)
{
}
