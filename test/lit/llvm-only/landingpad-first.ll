; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; In a landing pad the hook follows the landingpad instruction.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s

declare void @g()
declare i32 @__gxx_personality_v0(...)
define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g() to label %ok unwind label %bad
ok:
  ret void
bad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
; CHECK-LABEL: define void @f(
; CHECK: {{^}}bad:
; CHECK-NEXT: %p = landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc()
; CHECK: resume
