// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The hash of a source is in the map once per image: its record is in a group that the linker
// keeps one of.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc} -g -c %s -o %t.o
// RUN: readelf -gW %t.o | %check %s
// CHECK: COMDAT group section {{.*}}[anycov.file.
int f(int x)
{
	return x ? 2 : 3;
}
