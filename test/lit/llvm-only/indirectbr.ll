; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Edges of an indirectbr cannot be split; each of its destinations has a hook.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc;coverage=edge} -verify-each -S %s | %check %s

define i32 @f(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %go
go:
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}
; CHECK-LABEL: define i32 @f(
; CHECK: {{^}}go:
; CHECK-NEXT: call void @__sanitizer_cov_trace_pc()
; CHECK: indirectbr ptr %p,
; CHECK: call void @__sanitizer_cov_trace_pc()
; CHECK: ret i32 1
; CHECK: call void @__sanitizer_cov_trace_pc()
; CHECK: ret i32 2
