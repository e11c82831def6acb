; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Odd widths widen to the next hook by the sign of the comparison.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define i1 @signed(i24 %x, i24 %y) {
  %r = icmp slt i24 %x, %y
  ret i1 %r
}
define i1 @unsigned(i33 %x, i33 %y) {
  %r = icmp ult i33 %x, %y
  ret i1 %r
}
define i1 @equal(i24 %x) {
  %r = icmp eq i24 %x, -1
  ret i1 %r
}
; CHECK-LABEL: @signed(
; CHECK: sext i24 %x to i32
; CHECK: call void @__sanitizer_cov_trace_cmp4(
; CHECK-LABEL: @unsigned(
; CHECK: zext i33 %x to i64
; CHECK: call void @__sanitizer_cov_trace_cmp8(
; CHECK-LABEL: @equal(
; CHECK: call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext 16777215, i32 zeroext {{%.*}})
