; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A unit that defines a hook, or declares one otherwise: the function stays as it is, and calls
; have their own attributes.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

; CHECK: define void @__sanitizer_cov_trace_cmp1(i8 %a, i8 %b) {{.*}}{
; CHECK: declare void @__sanitizer_cov_trace_cmp2(i32, i32){{$}}
; CHECK: call void @__sanitizer_cov_trace_cmp1(i8 zeroext %x, i8 zeroext %y)
; CHECK: call void {{.*}}@__sanitizer_cov_trace_cmp2{{.*}}(i16 zeroext %z, i16 zeroext %u)
define void @__sanitizer_cov_trace_cmp1(i8 %a, i8 %b) {
  ret void
}
declare void @__sanitizer_cov_trace_cmp2(i32, i32)
define i1 @f(i8 %x, i8 %y, i16 %z, i16 %u) {
  %r = icmp slt i8 %x, %y
  %s = icmp slt i16 %z, %u
  %t = and i1 %r, %s
  ret i1 %t
}
