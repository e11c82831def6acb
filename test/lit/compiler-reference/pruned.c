// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, clang
// prune=dom is clang's own rule: the same probes and comparisons, at every level.
// (Compared in the IR: clang's own compare hooks may be merged by code generation.)
// RUN: %cov{coverage=bb,trace-pc,trace-cmp;prune=dom} -O2 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=bb,trace-pc,trace-cmp -O2 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
// RUN: %cov{coverage=edge,trace-pc,trace-cmp;prune=dom} -O1 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=edge,trace-pc,trace-cmp -O1 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
// RUN: %cov{coverage=edge,trace-pc;prune=dom} -O0 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=edge,trace-pc -O0 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1

// CHECK: define {{.*}}@equal_tails
// CHECK: __sanitizer_cov_trace_pc
