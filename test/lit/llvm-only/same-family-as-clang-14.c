// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Guards, counters, flags, tables, hooks of data and stack depth are those of clang's own
// coverage of the same version: block by block, element by element.
// (As same-family-as-clang.c, without the words that clang 14 does not have.)
// REQUIRES: native, version-14
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls} -w -O0 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,no-prune -w -O0 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs bools pcs depth load store div gep indir cmp switch
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls} -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,no-prune -w -O2 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs bools pcs depth load store div gep indir cmp switch

#include "common/options/glob.c"
#include "common/options/options.c"
#include "common/options/special_case_list.c"
#include "test/lit/llvm-only/Inputs/data.c"
