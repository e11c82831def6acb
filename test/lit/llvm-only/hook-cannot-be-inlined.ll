; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; With the definition of a hook in the same module (LTO), its calls remain calls: a
; hook takes its return address.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -S %s -o %t.ll && %cc -x ir -O2 -S -emit-llvm %t.ll -o - | %check %s

target triple = "x86_64-unknown-linux-gnu"
@n = global i32 0
define void @__sanitizer_cov_trace_pc() {
  store i32 1, i32* @n
  ret void
}
define void @f() {
  ret void
}
; CHECK-LABEL: define {{.*}}@f(
; CHECK: call void @__sanitizer_cov_trace_pc()
