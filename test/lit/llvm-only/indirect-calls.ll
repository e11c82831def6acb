; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Calls and invokes by pointer; not direct ones, and not asm.
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=indirect-calls} -verify-each -S %t.ll | %check %s

declare i32 @__gxx_personality_v0(...)
define void @f(void ()* %p) {
  call void @g()
  call void asm sideeffect "", ""()
  call void %p()
  ret void
}
declare void @g()
; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void @g()
; CHECK-NEXT: call void asm
; CHECK-NEXT: [[I:%[0-9]+]] = ptrtoint {{.*}}%p to i64
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc_indir(i64 [[I]])
; CHECK: call void %p()
; CHECK-NEXT: ret void

define void @invokes(void ()* %p) personality i32 (...)* @__gxx_personality_v0 {
  invoke void %p() to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { i8*, i32 } cleanup
  ret void
}
; CHECK-LABEL: define void @invokes(
; CHECK-NEXT: ptrtoint
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_pc_indir(
; CHECK: invoke void %p()
