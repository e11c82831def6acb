// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An inline function of which no copy remains leaves no comdat group: one with records
// alone would make a linker discard another unit's code.
// REQUIRES: native
// RUN: %cov++{coverage=trace-pc} -O2 -c %s -o %t.o
// RUN: %bindir/llvm-readelf -g %t.o | %check %s

// CHECK: There are no section groups in this file.
inline int gone(int a)
{
	return a > 5 ? a : -a;
}

int stays(int a)
{
	return gone(a) + 1;
}
