// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ld -r of GNU ld and of lld joins instrumented objects, and the image made from the
// result has every record.
// REQUIRES: run, native, lto
// RUN: %cc -fPIC -I%include -c %S/Inputs/stubs.c -o %t.stubs.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -c %S/Inputs/two.cc -o %t.2.o
// RUN: ld -r %t.1.o %t.2.o -o %t.r.o
// RUN: %cxx %t.r.o %t.stubs.o -o %t && %check-records sites %t 20
// RUN: %cxx -fuse-ld=lld -nostdlib -r %t.1.o %t.2.o -o %t.r.o
// RUN: %cxx %t.r.o %t.stubs.o -o %t && %check-records sites %t 20
