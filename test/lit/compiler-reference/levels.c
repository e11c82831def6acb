// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, clang
// func, bb and edge without pruning: the probes of clang's own, the same edges split.
// RUN: %cov{coverage=func,trace-pc} -O2 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=func,trace-pc -O2 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
// RUN: %cov{coverage=bb,trace-pc} -O3 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=bb,no-prune,trace-pc -O3 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
// RUN: %cov{coverage=edge,trace-pc} -O2 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=edge,no-prune,trace-pc -O2 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
// RUN: %cov{coverage=edge,trace-pc} -O0 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.1
// RUN: %cc -fsanitize-coverage=edge,no-prune,trace-pc -O0 -S -emit-llvm %inputs/shapes.c -o - | grep -oE "^define [^(]*|call [^@]*@__sanitizer_cov_[a-z0-9_]+" > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1

// CHECK: define {{.*}}@equal_tails
// CHECK: __sanitizer_cov_trace_pc
