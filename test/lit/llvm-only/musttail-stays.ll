; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Nothing comes between a musttail call and its return.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=trace-cmp} -verify-each -S %s | %check %s

declare i32 @g(i32)
define i32 @f(i32 %x) {
entry:
  %c = icmp eq i32 %x, 5
  br i1 %c, label %a, label %b
a:
  %r = musttail call i32 @g(i32 %x)
  ret i32 %r
b:
  ret i32 0
}
; CHECK-LABEL: define i32 @f(
; CHECK: {{^}}a:
; CHECK-NEXT: call void @__sanitizer_cov_trace_pc()
; CHECK-NEXT: call void asm sideeffect
; CHECK-NEXT: %r = musttail call i32 @g(i32 %x)
; CHECK-NEXT: ret i32 %r
