// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Guards, counters, flags, tables, hooks of data and stack depth are those of clang's own
// coverage of the same version: block by block, element by element.
// REQUIRES: native, version-16
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls} -w -O0 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,no-prune -w -O0 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs bools pcs cfs depth load store div gep indir cmp switch
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls} -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,no-prune -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs bools pcs cfs depth load store div gep indir cmp switch
// Pruned, on the levels that guards can have.
// RUN: %cov{coverage=bb,trace-pc-guard,inline-8bit-counters,pc-table;prune=dom} -w -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=bb,trace-pc-guard,inline-8bit-counters,pc-table -w -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs pcs
// RUN: %cov{coverage=inline-bool-flag,trace-cmp,pc-table;prune=dom} -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=edge,inline-bool-flag,trace-cmp,pc-table -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll bools pcs cmp
// RUN: %cov{coverage=func,trace-pc-guard,pc-table} -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=func,trace-pc-guard,pc-table -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard pcs

#include "common/options/glob.c"
#include "common/options/options.c"
#include "common/options/special_case_list.c"
#include "test/lit/llvm-only/Inputs/data.c"
