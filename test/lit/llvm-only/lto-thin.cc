// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ThinLTO of instrumented objects: importing copies sites, each copy has a record.
// REQUIRES: lto
// RUN: %cc -fPIC -I%include -c %S/Inputs/stubs.c -o %t.stubs.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -flto=thin -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -flto=thin -c %S/Inputs/two.cc -o %t.2.o
// RUN: %cxx -O2 -flto=thin -fuse-ld=lld %t.1.o %t.2.o %t.stubs.o -o %t
// RUN: %check-records sites %t 20
