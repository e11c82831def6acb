// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64, clang, version-18
// Flags of position-independent code for i386, clang's default, have a symbol that an asm can name.
// RUN: %cov{coverage=flags} -m32 -fPIC -O2 -c %s -o %t.o && %objdump -dr %t.o | %check %s
// RUN: %cov{coverage=flags;place=early;prune=lossless} -m32 -fPIE -O0 -c %s -o %t.o

// CHECK: <f>:
// CHECK: movb $0x1
int f(int x)
{
	return x ? 2 : 3;
}
