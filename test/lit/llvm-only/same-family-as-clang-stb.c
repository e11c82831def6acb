// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// As same-family-as-clang.c, on more than 200 functions of real programs, with clang's own
// pruning and without. Not one difference: the exceptions that same-family names do
// not occur here.
// REQUIRES: native, version-16, stb
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls;prune=dom} -w -O0 -I%stb -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc-guard,inline-8bit-counters,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls -w -O0 -I%stb -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard cntrs pcs cfs depth load store div gep indir cmp switch | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls} -w -O2 -I%stb -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc-guard,inline-bool-flag,pc-table,control-flow,stack-depth,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,no-prune -w -O2 -I%stb -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-family %t.1.ll %t.2.ll guard bools pcs cfs depth load store div gep indir cmp switch

// CHECK: functions: {{[2-9][0-9][0-9]}}, differences: 0
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"
#define STB_TRUETYPE_IMPLEMENTATION
#include "stb_truetype.h"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb_image_write.h"
