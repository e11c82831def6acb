; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A function that ends in a jump to a hook, which the user wrote, has its exit before it.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc-entry-exit} -verify-each -S %s | %check %s

declare void @__sanitizer_cov_trace_pc()

define void @f() {
  musttail call void @__sanitizer_cov_trace_pc()
  ret void
}
; CHECK-LABEL: define void @f(
; CHECK: call void @__sanitizer_cov_trace_pc_exit(
; CHECK: musttail call void @__sanitizer_cov_trace_pc()
; CHECK-NEXT: ret void
