; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Level func: one hook, at the entry, whatever prune= says.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=func} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc;coverage=func;prune=dom} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc;coverage=func;prune=lossless} -verify-each -S %s | %check %s

define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT: entry:
; CHECK-NEXT: call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: call void @__sanitizer_cov_trace_pc()
; CHECK: declare
