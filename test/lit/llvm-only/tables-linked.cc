// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Guards, counters, flags and PCs of several units stay parallel in the linked program:
// with GNU ld and lld, with --gc-sections (which drops pieces together with their code),
// with inline functions that two units have, at every level, in full LTO and ThinLTO.
// REQUIRES: run, native, lto
// RUN: %cc -fPIC -w -c %S/Inputs/tables.c -o %t.rt.o
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O2 -ffunction-sections -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O2 -ffunction-sections -c %S/Inputs/two.cc -o %t.2.o
// RUN: %cxx %t.1.o %t.2.o %t.rt.o -o %t && %t > %t.all && %check %s < %t.all
// RUN: %cxx -fuse-ld=lld %t.1.o %t.2.o %t.rt.o -o %t && %t > %t.lld && diff %t.all %t.lld
// RUN: %cxx %t.1.o %t.2.o %t.rt.o -Wl,--gc-sections -o %t && %t | %check %s
// RUN: %cxx -fuse-ld=lld %t.1.o %t.2.o %t.rt.o -Wl,--gc-sections -o %t && %t > %t.gc && %check %s < %t.gc
// RUN: not diff %t.all %t.gc
// RUN: %cxx -nostdlib -r %t.1.o %t.2.o -o %t.12.o && %cxx %t.12.o %t.rt.o -o %t && %t > %t.r && %check %s < %t.r
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O0 -flto -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O2 -flto -c %S/Inputs/two.cc -o %t.2.o
// RUN: %cxx -O2 -flto -fuse-ld=lld %t.1.o %t.2.o %t.rt.o -o %t && %t | %check %s
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O2 -flto=thin -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O2 -flto=thin -c %S/Inputs/two.cc -o %t.2.o
// RUN: %cxx -O2 -flto=thin -fuse-ld=lld %t.1.o %t.2.o %t.rt.o -o %t && %t | %check %s

// CHECK: guards [[N:[0-9]+]] counters [[N]] flags [[N]] pcs [[N]]{{$}}
// CHECK: entries {{[1-9][0-9]*}} ran some wrong 0
