; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; trace-pc-entry-exit: its hook takes trace-pc's place at the entry; every return has one,
; in front of a call that must be a tail call, and so has an exception that passes.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=trace-pc-entry-exit} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc-entry-exit} -verify-each -S %s | %check{ALONE} %s

declare void @mayThrow()
declare i32 @callee(i32)
define i32 @returns(i32 %x) nounwind {
  %c = icmp eq i32 %x, 3
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  %r = tail call i32 @callee(i32 %x)
  ret i32 %r
}
; CHECK-LABEL: define i32 @returns(
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc_entry()
; CHECK-NOT: @__sanitizer_cov_trace_pc()
; CHECK: {{^}}a:
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc()
; CHECK: notail call void @__sanitizer_cov_trace_pc_exit()
; CHECK: ret i32 1
; CHECK: {{^}}b:
; CHECK: tail call i32 @callee
; CHECK: notail call void @__sanitizer_cov_trace_pc_exit()
; CHECK: ret i32 %r
; ALONE-LABEL: define i32 @returns(
; ALONE: @__sanitizer_cov_trace_pc_entry()
; ALONE-NOT: @__sanitizer_cov_trace_pc()
; ALONE-COUNT-2: @__sanitizer_cov_trace_pc_exit()

define i32 @must(i32 %x) nounwind {
  %r = musttail call i32 @callee(i32 %x)
  ret i32 %r
}
; CHECK-LABEL: define i32 @must(
; CHECK: notail call void @__sanitizer_cov_trace_pc_exit()
; CHECK: musttail call i32 @callee
; CHECK-NEXT: ret

define void @passes() {
  call void @mayThrow()
  ret void
}
; CHECK-LABEL: define void @passes(
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc_entry()
; CHECK: invoke void @mayThrow()
; CHECK-NEXT: unwind label %[[PAD:.*]]
; CHECK: notail call void @__sanitizer_cov_trace_pc_exit()
; CHECK: ret void
; CHECK: [[PAD]]:
; CHECK-NEXT: landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc_exit()
; CHECK: resume
