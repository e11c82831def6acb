// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// As same-family-as-clang.c, with exceptions, virtual calls and inline functions.
// REQUIRES: native, version-16
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-loads,trace-stores,indirect-calls} -w -O0 -S -emit-llvm %inputs/shapes.cc -o %t.1.ll
// RUN: %cxx -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-loads,trace-stores,indirect-calls,no-prune -w -O0 -S -emit-llvm %inputs/shapes.cc -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs bools pcs cfs depth load store indir cmp
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-loads,trace-stores,indirect-calls} -w -O1 -S -emit-llvm %S/Inputs/two.cc -o %t.1.ll
// RUN: %cxx -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-loads,trace-stores,indirect-calls,no-prune -w -O1 -S -emit-llvm %S/Inputs/two.cc -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs bools pcs cfs
