// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, native
// Lean objects link with a runtime that has lean hooks, and with no other; objects
// with C hooks link with both.
// RUN: %cc -c %inputs/count_hooks.c -o %t.hooks.o
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -c %s -o %t.lean.o
// RUN: %cov{coverage=trace-pc;hooks=c} -O2 -c %s -o %t.c.o
// RUN: not %cc %t.lean.o %t.hooks.o -o %t 2> %t.err && %check %s < %t.err
// RUN: not %cc -Wl,--gc-sections %t.lean.o %t.hooks.o -o %t 2> %t.err && %check %s < %t.err
// RUN: %cc %t.c.o %t.hooks.o -o %t && %run %t
// RUN: %cc %t.lean.o %link -o %t && %anycov run -o %t.dump %t && %check-records records %t %t.dump 1
// RUN: %cc %t.c.o %link -o %t && %anycov run -o %t.dump %t && %check-records records %t %t.dump 1
// RUN: %cc -Wl,--gc-sections %t.lean.o %link -o %t && %run %t
// RUN: %cc %t.lean.o %lib/runtime/host/libanycov.so -o %t && env LD_LIBRARY_PATH=%lib/runtime/host %t
// RUN: %cc -nostdlib -r %t.lean.o -o %t.r.o
// RUN: not %cc %t.r.o %t.hooks.o -o %t 2> %t.err && %check %s < %t.err

// CHECK: undefined reference to {{.}}__anycov_lean_abi_1
int main(void)
{
	return 0;
}
