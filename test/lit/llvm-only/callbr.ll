; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; asm goto: the fall-through and the label each have a hook.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc;coverage=bb} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc;coverage=edge} -verify-each -S %s | %check %s

define i32 @f(i32 %x) {
entry:
  callbr void asm sideeffect "", "r,!i"(i32 %x) to label %fall [label %jump]
fall:
  ret i32 1
jump:
  ret i32 2
}
; CHECK-LABEL: define i32 @f(
; CHECK: callbr
; CHECK: call void @__sanitizer_cov_trace_pc()
; CHECK: ret i32 1
; CHECK: call void @__sanitizer_cov_trace_pc()
; CHECK: ret i32 2
