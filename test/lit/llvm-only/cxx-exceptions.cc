// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// C++ with exceptions, inline functions and templates, verified after each pass.
// REQUIRES: native, cxx, hosted
// RUN: %cxx -O2 -S -emit-llvm -Xclang -disable-llvm-passes %S/Inputs/one.cc -o %t.ll
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -x ir -c %t.ll -o %t.o
// RUN: %S/Inputs/sites-and-calls %t.o 20
// RUN: env ANYCOV_OPTIONS=coverage=trace-pc,trace-cmp,edge %bindir/opt -load-pass-plugin=%plugin "-passes=default<O2>" -verify-each %t.ll -o %t.bc
